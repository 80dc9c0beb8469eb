import Trackable
import TrackableHub

/// A store's files: what ``StoreContents`` decides, done to a file system. Used by one caller at a time.
struct StoreJournal {
  let policy: StorePolicy
  let files: any FileSystem
  /// Milliseconds since 1970.
  let time: @Sendable () -> Int64
  private let location: CodeLocation

  var contents = StoreContents()
  var folder: SharedFolder
  /// Whether it has looked for what processes that have ended left behind.
  var hasLooked = false
  /// Whether the locks were given back.
  private var isClosed = false
  /// The purges after which the journal has forgotten everything. No batch from before the last of them is sent.
  private(set) var purges = StorePurges.Count()
  private var issues: [TrackableIssue] = []
  private var episodes: Set<StoreProblem> = []
  private var reported: [TrackerLedger.Fate: Int] = [:]

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
    if episodes.insert(problem).inserted {
      issues.append(TrackableIssue(problem, detail.description, in: folder.path, at: location))
    }
  }

  /// Reports that something cannot be read, unless it is gone.
  mutating func reportUnlessGone(_ error: FileError) {
    if error != .notFound { report(.reading, error) }
  }

  mutating func endEpisode(_ problems: StoreProblem...) { episodes.subtract(problems) }

  /// The issues since the last time.
  mutating func takeIssues() -> [TrackableIssue] {
    let lost = contents.ledger.dropped.merging(reported) { $0 - $1 }
    if let count = lost[.damaged], count > 0 { report(.damage, count) }
    if let count = lost[.expired], count > 0 { report(.limit, "the age of \(Int(policy.age / .seconds(1))) seconds") }
    reported = contents.ledger.dropped
    defer { issues = [] }
    return issues
  }

  // MARK: Opening and closing

  /// Makes sure that there is a folder to work in.
  mutating func open() throws(FileError) {
    noticePurge()
    // One that begins meanwhile may move that folder away, or find none.
    repeat { try folder.open() } while noticePurge()
    removePurged()
    if isClosed { try regain() }
    isClosed = false
  }

  /// Takes the locks again that closing the store gave back. Another process keeps the files that it has taken. If a
  /// file has another size now, a process that has ended since has written behind its records: the journal finds it
  /// again like a file of others.
  private mutating func regain() throws(FileError) {
    for origin in Set(contents.segments.map(\.name.origin)) {
      let names = try folder.lock(origin) ? try folder.names(in: origin) : []
      for index in contents.segments.indices.reversed() {
        let name = contents.segments[index].name
        if name.origin != origin { continue }
        let isSame = names.contains(name) && (try? files.size(at: folder.path(name))) == contents.segments[index].bytes
        if isSame { continue }
        // A purge that has begun meanwhile moves files away as well. Nothing is left to regain then.
        if noticePurge() {
          isClosed = false
          return try open()
        }
        contents.leave(index)
      }
    }
  }

  /// Lets go of all files and locks, so that others may have the rest at once. The next call begins anew.
  mutating func close() {
    noticePurge()
    if !contents.held.isEmpty { _ = writeHeld() }
    finishCurrent()
    for name in Array(folder.locks.keys) { folder.unlock(name, isEmpty: !contents.has(name)) }
    isClosed = true
    hasLooked = false
    endEpisode(.reading)
  }

  /// Nothing more is done with it.
  mutating func end() {
    close()
    folder.forget()
  }

  /// Nothing more goes into the current file.
  mutating func finishCurrent() {
    if closeCurrent() { settle() }
  }

  /// Returns whether there was one.
  @discardableResult mutating func closeCurrent() -> Bool {
    guard let index = contents.current, let file = contents.segments[index].file else { return false }
    // What is left of a write that failed goes as well: another process would deliver it a second time.
    let bytes = contents.segments[index].bytes
    if (try? files.shorten(file, to: bytes)) != nil { contents.segments[index].size = bytes }
    files.close(file)
    contents.segments[index].file = nil
    return true
  }

  // MARK: Purges

  /// Does the rest of a purge that has begun. Returns whether it is done; otherwise each call tries again, and until then
  /// reads and writes nothing.
  mutating func finishPurge() -> Bool {
    noticePurge()
    do { try folder.purge() } catch {
      report(.purging, error)
      return false
    }
    return removePurged()
  }

  @discardableResult private mutating func removePurged() -> Bool {
    do { try folder.removePurged() } catch {
      report(.purging, error)
      return false
    }
    endEpisode(.purging)
    return true
  }

  /// Forgets everything if this process or another one has purged. Returns whether that was so.
  @discardableResult mutating func noticePurge() -> Bool {
    if folder.purges.count.asked == purges.asked, !folder.isPurged { return false }
    // First: until it is counted, the folder's identity must not go to another one.
    purges = folder.purges.noteForgotten()
    closeCurrent()
    contents.purge()
    folder.forget()
    hasLooked = false
    return true
  }
}
