import Trackable
import TrackableHub

/// Reads and writes the files of a store. The journal carries out the decisions of ``StoreContents`` on a file system,
/// for one caller at a time.
struct StoreJournal: ~Copyable {
  let policy: StorePolicy
  let files: any FileSystem
  /// The time in milliseconds since 1970.
  let time: @Sendable () -> Int64
  private let location: CodeLocation

  var contents = StoreContents()
  var folder: SharedFolder
  /// Whether the journal has looked for the files of ended processes.
  var hasLooked = false
  /// Whether the store was closed, and has released its locks.
  private var isClosed = false
  /// The purges so far. The courier sends no batch from before the last purge.
  private(set) var purges = StorePurges.Count()
  private var issues: [TrackableIssue] = []
  // An array, because a set of a type has its own copy of the code of sets: 3 KiB.
  private var episodes: [StoreProblem] = []
  private var reported = FateCounts()

  init(
    _ purges: StorePurges, policy: StorePolicy, files: any FileSystem, newName: @escaping @Sendable () -> UInt64,
    time: @escaping @Sendable () -> Int64, location: CodeLocation
  ) {
    self.policy = policy
    self.files = files
    self.time = time
    self.location = location
    folder = SharedFolder(purges, files: files, newName: newName)
  }

  // MARK: Problems

  mutating func report(_ problem: StoreProblem, _ detail: any CustomStringConvertible) {
    if episodes.contains(problem) { return }
    episodes.append(problem)
    issues.append(TrackableIssue(problem, detail.description, in: folder.path, at: location))
  }

  /// Reports a file that cannot be read, unless the file does not exist.
  mutating func reportUnlessGone(_ error: FileError) {
    if error != .notFound { report(.reading, error) }
  }

  mutating func endEpisode(_ problems: StoreProblem...) { episodes.removeAll(where: problems.contains) }

  /// Removes and returns the issues since the last call.
  mutating func takeIssues() -> [TrackableIssue] {
    let lost = contents.figures.dropped
    if lost[.damaged] > reported[.damaged] { report(.damage, lost[.damaged] - reported[.damaged]) }
    if lost[.expired] > reported[.expired] { report(.limit, "the age of \(Int(policy.age / .seconds(1))) seconds") }
    reported = lost
    defer { issues = [] }
    return issues
  }

  // MARK: Opening and closing

  /// Opens the folder, and makes it if it is missing.
  mutating func open() throws(FileError) {
    forgetRecordsIfPurged()
    // The loop is needed because a purge that begins meanwhile may move the new folder away, or may come before the
    // folder exists.
    repeat { try folder.open() } while forgetRecordsIfPurged()
    deleteMovedFolders()
    if isClosed { try regain() }
    isClosed = false
  }

  /// Takes the locks again that the store released when it was closed. Files that another process has taken over stay
  /// with that process. If a file has another size now, another process has written to it and has ended since. The
  /// journal adopts such a file like a file of another process.
  private mutating func regain() throws(FileError) {
    for origin in Set(contents.segments.map(\.name.origin)) {
      let names = try folder.lock(origin) ? try folder.names(in: origin) : []
      for index in contents.segments.indices.reversed() {
        let name = contents.segments[index].name
        if name.origin != origin { continue }
        let isSame = names.contains(name) && (try? files.size(at: folder.path(name))) == contents.segments[index].bytes
        if isSame { continue }
        // If a purge has begun meanwhile, it has moved the files away, and no lock is left to take.
        if forgetRecordsIfPurged() {
          isClosed = false
          return try open()
        }
        contents.handOver(index)
      }
    }
  }

  /// Closes all files and releases all locks, so that other processes can take the files over. The next call opens the
  /// files again.
  mutating func close() {
    forgetRecordsIfPurged()
    if !contents.held.isEmpty { _ = writeHeld() }
    finishCurrent()
    for name in folder.locks.map(\.name) { folder.unlock(name, isEmpty: !contents.has(name)) }
    isClosed = true
    hasLooked = false
    endEpisode(.reading)
  }

  /// Ends the use of the journal.
  mutating func end() {
    close()
    folder.closeAll()
  }

  /// Closes the current file, so that it takes no further records.
  mutating func finishCurrent() {
    if closeCurrent() { writeAcknowledged() }
  }

  /// Closes the current file. Returns whether there was one.
  @discardableResult mutating func closeCurrent() -> Bool {
    guard let index = contents.current, let file = contents.segments[index].file else { return false }
    // The remains of a failed write are cut off, because another process would deliver these records a second time.
    let bytes = contents.segments[index].bytes
    if (try? files.shorten(file, to: bytes)) != nil { contents.segments[index].size = bytes }
    files.close(file)
    contents.segments[index].file = nil
    return true
  }

  // MARK: Purges

  /// Carries out the remaining steps of a purge. Returns whether the purge is complete. If it is not complete, each
  /// later call first tries these steps again, and reads and writes no records until the purge is complete.
  mutating func finishPurge() -> Bool {
    forgetRecordsIfPurged()
    do { try folder.completePurge() } catch {
      report(.purging, error)
      return false
    }
    return deleteMovedFolders()
  }

  @discardableResult private mutating func deleteMovedFolders() -> Bool {
    do { try folder.deleteMovedFolders() } catch {
      report(.purging, error)
      return false
    }
    endEpisode(.purging)
    return true
  }

  /// Removes all records if this process or another process has purged. Returns whether one of them has purged.
  @discardableResult mutating func forgetRecordsIfPurged() -> Bool {
    if folder.purges.count.purgeNumber == purges.purgeNumber, !folder.isPurged { return false }
    // The removal is counted before the folder is closed, because until then no other folder may get the identity of
    // this folder.
    purges = folder.purges.recordRemoval()
    closeCurrent()
    contents.purge()
    folder.closeAll()
    hasLooked = false
    return true
  }
}
