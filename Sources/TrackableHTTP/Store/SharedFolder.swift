import Foundation

/// The folder that processes share, with this process's own folders inside.
///
///     path/
///       events/                                 0700
///         00c1f03aa55de771/                     0700  of one process, which holds its lock
///           0000002a-00000064.events            0600  records, see SegmentName and RecordFrame
///       purged-51ac09e3b7740d12/                what a purge has moved away, until it is deleted
///
/// The operating system releases a lock when its process ends, even if the process is killed. The next process that
/// gets the lock of a folder owns the files in the folder. A purge moves the folder of all processes away in one step,
/// and each process checks whether its folder is still there.
struct SharedFolder {
  /// The most folders of ended processes that this process holds at a time, because each takes a descriptor.
  static let most = 16

  let files: any FileSystem
  let purges: StorePurges
  /// Makes the name of a folder. Sorting by these names puts folders in the order in which their processes started.
  private let newName: @Sendable () -> UInt64

  /// The folders of this process by name, held open with their locks.
  // An array, because a dictionary of a type has its own copy of the code of dictionaries: 3 KiB.
  private(set) var locks: [(name: UInt64, file: OpenFile)] = []
  /// The name of the folder to which this process writes.
  private(set) var home: UInt64 = 0
  /// The folder `events`. The folder stays open, so that no other folder gets the same identity.
  private var opened: OpenFile?
  /// The identity of the folder `events`. If a folder with another identity is at the path, another process has purged.
  private(set) var identity: FileIdentity?
  /// Whether a power failure might undo the names of files in the home folder.
  private var isHomeUnsynced = false
  /// Whether a power failure might undo the folders themselves. The process that made a folder may have ended before it
  /// synced.
  private var isPathUnsynced = false
  /// The number of the last purge after which all moved files were deleted.
  private var removed: UInt64?

  init(_ purges: StorePurges, files: any FileSystem, newName: @escaping @Sendable () -> UInt64) {
    self.purges = purges
    self.files = files
    self.newName = newName
  }

  var path: String { purges.path }
  var events: String { purges.events }
  func path(of folder: UInt64) -> String { "\(events)/\(SegmentName.digits(folder, 16))" }
  func path(_ name: SegmentName) -> String { "\(path(of: name.origin))/\(name)" }

  /// Opens the folder, and makes it if it is missing.
  mutating func open() throws(FileError) {
    if purges.isPending { try completePurge() }
    var attempts = 8
    while opened == nil {
      try files.makeFolders(path)
      files.protectFolder(at: path)
      try files.makeFolder(at: events)
      isPathUnsynced = true
      attempts -= 1
      do {
        let file = try files.openForReading(events)
        opened = file
        identity = try files.identity(of: file)
      } catch {
        closeAll()
        // Another process has purged meanwhile.
        if error != .notFound || attempts == 0 { throw error }
      }
    }
  }

  // MARK: Folders of processes

  /// Whether the open file is still at this path. Another program may have deleted it.
  func isThere(_ file: OpenFile, at path: String) throws(FileError) -> Bool {
    let identity = try files.identity(of: file)
    do { return try files.identity(at: path) == identity } catch {
      if error == .notFound { return false }
      throw error
    }
  }

  /// Whether the home folder still exists.
  mutating func hasHome() throws(FileError) -> Bool {
    guard let lock = locks.first(where: { $0.name == home })?.file else { return false }
    if try isThere(lock, at: path(of: home)) { return true }
    unlock(home, isEmpty: false)
    return false
  }

  /// Makes the folder of an ended process the home folder, so that several launches without a network leave one folder
  /// together, and not one folder each.
  mutating func adoptHome() {
    guard let last = locks.map(\.name).max() else { return }
    (home, isHomeUnsynced) = (last, true)
  }

  /// The name of a new file, in this process's own folder.
  mutating func newFile() throws(FileError) -> SegmentName {
    while try !hasHome() {
      let name = newName()
      try files.makeFolder(at: path(of: name))
      // Another process may have taken over the empty folder, because it looked like the folder of an ended process.
      if try lock(name) { (home, isPathUnsynced) = (name, true) }
      // Another process may also have purged since this process opened the folder.
      if isPurged { throw .notFound }
    }
    isHomeUnsynced = true
    let last = try names(in: home).map(\.number).max()
    return SegmentName(origin: home, number: last.map { $0 + 1 } ?? 0)
  }

  /// Whether this process has the lock of a folder.
  func isLocked(_ folder: UInt64) -> Bool { locks.contains { $0.name == folder } }

  /// Takes the lock of a folder. Returns whether this process has the lock and the folder still exists.
  mutating func lock(_ folder: UInt64) throws(FileError) -> Bool {
    if isLocked(folder) { return true }
    var opened: OpenFile?
    defer { if !isLocked(folder) { opened.map(files.close) } }
    do throws(FileError) {
      let file = try files.openForReading(path(of: folder))
      opened = file
      guard try files.lock(file), try files.identity(of: file) == files.identity(at: path(of: folder)) else {
        return false
      }
      locks.append((folder, file))
      return true
    } catch {
      if error == .notFound { return false }
      throw error
    }
  }

  /// Releases a folder, and deletes it if it is empty.
  mutating func unlock(_ folder: UInt64, isEmpty: Bool) {
    guard let place = locks.firstIndex(where: { $0.name == folder }) else { return }
    let lock = locks.remove(at: place).file
    if isEmpty { try? files.removeFolder(at: path(of: folder)) }
    files.close(lock)
  }

  /// The folders of all processes.
  func folders() throws(FileError) -> [UInt64] {
    try files.names(in: events).filter { $0.utf8.count == 16 }.compactMap { UInt64($0, radix: 16) }.inOrder
  }

  func names(in folder: UInt64) throws(FileError) -> [SegmentName] {
    try files.names(in: path(of: folder)).compactMap { SegmentName($0, in: folder) }
  }

  /// Returns when the names of all folders and files would survive a crash of the operating system.
  mutating func sync() throws(FileError) {
    if isHomeUnsynced, let lock = locks.first(where: { $0.name == home })?.file { try files.synchronize(lock) }
    isHomeUnsynced = false
    if !isPathUnsynced { return }
    if let opened { try files.synchronize(opened) }
    try files.synchronizeFolder(at: path)
    var parent = path[...]
    while let slash = parent.lastIndex(of: "/") {
      parent = parent[..<slash]
      // A folder further up may be inaccessible, write-protected, or unable to sync. The store cannot have made
      // anything in such a folder, so nothing has to be synced there.
      do { try files.synchronizeFolder(at: parent.isEmpty ? "/" : String(parent)) } catch {
        if ![EACCES, EPERM, EROFS, EINVAL, ENOTSUP].contains(error.code) { throw error }
      }
    }
    isPathUnsynced = false
  }

  // MARK: Purges

  /// Whether a process has purged since this process opened the folder.
  var isPurged: Bool { purges.isGone(identity) }

  /// Carries out a purge that has begun. If a step fails, every later ``open()`` tries the rest of the purge again.
  mutating func completePurge() throws(FileError) {
    if let error = purges.carryOut() { throw error }
    // Until the folder is synced, a power failure can still undo the purge.
    isPathUnsynced = true
    do { try files.synchronizeFolder(at: path) } catch { if error != .notFound { throw error } }
  }

  /// Deletes the folders that purges have moved away. The first process that finds such a folder deletes it.
  mutating func deleteMovedFolders() throws(FileError) {
    let (number, isPending) = (purges.count.purgeNumber, purges.isPending)
    if removed == number { return }
    do throws(FileError) {
      for name in try files.names(in: path) where name.hasPrefix(StorePurges.prefix) {
        try removeAll(at: "\(path)/\(name)")
      }
    } catch {
      if error != .notFound { throw error }
    }
    if !isPending { removed = number }
  }

  private func removeAll(at path: String) throws(FileError) {
    // The method first tries to remove a file, so that if the name is a link, the target of the link stays.
    do { return try files.removeFile(at: path) } catch {
      let names: [String]
      do { names = try files.names(in: path) } catch let reason {
        if reason == .notFound { return }
        throw error
      }
      for name in names { try removeAll(at: "\(path)/\(name)") }
      do { try files.removeFolder(at: path) } catch { if error != .notFound { throw error } }
    }
  }

  /// Closes all open folders, which releases their locks. This is for the end, and for the time after a purge, which
  /// has moved the folders away.
  mutating func closeAll() {
    for lock in locks { files.close(lock.file) }
    opened.map(files.close)
    (locks, opened, identity) = ([], nil, nil)
  }
}
