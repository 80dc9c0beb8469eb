/// A store's files: what ``StoreContents`` decides, done to a file system. Used by one caller at a time.
///
///     folder/
///       events/                                 0700
///         9c1f03aa55de7710/                     0700  of one process, which holds its lock
///           0000002a-00000064.events            0600  records, see SegmentName and RecordFrame
///       purged-51ac09e3b7740d12/                what a purge has moved away, until it is deleted
///
/// The system gives up a lock when its process ends, however it ends. The process that then gets the lock of a folder has its
/// files.
struct StoreJournal {
  /// The file that is being written to: the last one in `contents`.
  struct Current {
    let file: OpenFile
    let identity: FileStatus.Identity
  }

  static let sweepInterval = Duration.seconds(60)
  /// So many records are set aside at most.
  static let maximumAside = 100

  let folder: String
  let policy: StorePolicy
  let files: any FileSystem
  let time: @Sendable () -> StoreTime
  /// Makes names of folders, which must say nothing.
  let newName: @Sendable () -> UInt64

  var contents = StoreContents()
  /// The folder `events`. It stays open, so that no other folder gets its identity.
  var opened: OpenFile?
  /// Which folder that was. Another one in its place means that somebody has purged.
  var identity: FileStatus.Identity?
  /// The folders that this process has, by name, held open with their locks.
  var locks: [UInt64: OpenFile] = [:]
  /// The name of the one that it writes to.
  var home: UInt64 = 0
  /// Whether the locks were given back.
  var isClosed = false
  var current: Current?
  var nextNumber = 0
  var lastSweep: Duration?
  var isFolderUnsynced = false
  /// Whether a power failure might undo that there are folders at all: the process that made one may have ended
  /// before it synced.
  var isPathUnsynced = false
  var unsyncedSince: Duration?
  /// A purge that was not carried out yet.
  var pendingPurge: PendingPurge?
  /// How many purges this process knows of. What it handed out before the last one is not to be sent.
  var purges = 0
  /// Whether there may be something left that was purged.
  var mayHavePurged = true
  /// Whether the last look into the folder left something there: it cannot be read, or the process whose it is has not
  /// ended. It is worth looking again, also where nothing new is stored.
  var leavesFiles = false
  var problems: [StoreProblem] = []
  private var episodes: Set<StoreProblem.Kind> = []

  init(
    folder: String, policy: StorePolicy, files: any FileSystem,
    newName: @escaping @Sendable () -> UInt64 = { .random(in: 1 ... .max) },
    time: @escaping @Sendable () -> StoreTime = { .now }
  ) {
    self.folder = folder
    self.policy = policy
    self.files = UninterruptedFileSystem(files)
    self.newName = newName
    self.time = time
  }

  var events: String { folder + "/events" }
  func path(of folder: UInt64) -> String { "\(events)/\(SegmentName.digits(folder, 16))" }
  func path(_ name: SegmentName) -> String { "\(path(of: name.origin))/\(name)" }

  // MARK: Problems

  mutating func report(_ problem: StoreProblem) {
    if problem.kind == .reading { leavesFiles = true }
    if episodes.insert(problem.kind).inserted { problems.append(problem) }
  }

  mutating func endEpisode(_ kinds: StoreProblem.Kind...) {
    episodes.subtract(kinds)
  }

  // MARK: The folder

  /// Makes sure that there is a folder to work in.
  mutating func open() throws(FileError) {
    if pendingPurge != nil { try carryOutPurge() }
    if opened == nil { try openEvents() }
    if mayHavePurged { removePurged() }
    try regain()
  }

  private mutating func openEvents(attempts: Int = 8) throws(FileError) {
    try makeFolders(folder)
    files.protectFolder(at: folder)
    try makeFolder(events)
    isPathUnsynced = true
    let file: OpenFile
    do { file = try files.openForReading(events) } catch {
      // Another process has purged at this moment.
      if error == .notFound, attempts > 1 { return try openEvents(attempts: attempts - 1) }
      throw error
    }
    do { identity = try files.status(of: file).identity } catch {
      files.close(file)
      throw error
    }
    opened = file
  }

  func makeFolders(_ path: String) throws(FileError) {
    do { try makeFolder(path) } catch {
      guard error == .notFound, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error }
      try makeFolders(String(path[..<slash]))
      try makeFolder(path)
    }
  }

  func makeFolder(_ path: String) throws(FileError) {
    do { try files.makeFolder(at: path) } catch { if error != .exists { throw error } }
  }

  // MARK: Syncing

  /// Returns when everything that was written will survive the end of the system.
  mutating func sync() throws(FileError) {
    if isPathUnsynced {
      if let opened { try files.synchronize(opened) }
      try syncPath()
      isPathUnsynced = false
    }
    if let current { try files.synchronize(current.file) }
    if isFolderUnsynced, let lock = locks[home] {
      try files.synchronize(lock)
      isFolderUnsynced = false
    }
    unsyncedSince = nil
  }

  private func syncPath() throws(FileError) {
    try files.synchronizeFolder(at: folder)
    var path = folder[...]
    while let slash = path.lastIndex(of: "/") {
      path = path[..<slash]
      // A folder further up may be somebody else's and out of reach; then it is not ours to keep either.
      do { try files.synchronizeFolder(at: path.isEmpty ? "/" : String(path)) } catch {
        switch error {
        // Nor can anything be made in one that takes no changes, or knows no syncing.
        case .denied, .readOnly, .unsupported: break
        default: throw error
        }
      }
    }
  }

  /// Syncs after a write if the policy says so.
  mutating func syncAfterWriting() throws(FileError) {
    let now = time().elapsed
    if case .interval(let interval) = policy.sync, now - (unsyncedSince ?? now) < interval {
      unsyncedSince = unsyncedSince ?? now
    } else {
      try sync()
    }
  }

  /// Syncs what a policy with an interval has left.
  mutating func syncLate() {
    if unsyncedSince == nil { return }
    do { try sync() } catch { report(.cannotWrite(error)) }
  }

  // MARK: The end

  /// Lets go of all files and locks, so that others may have the rest at once. The next call begins anew.
  mutating func close() {
    noticePurge()
    if !contents.held.isEmpty, pendingPurge == nil { _ = writeHeld() }
    finishCurrent()
    for folder in Array(locks.keys) { unlock(folder) }
    isClosed = true
    lastSweep = nil
  }

  /// Nothing more is done with it.
  mutating func end() {
    close()
    if let opened { files.close(opened) }
    opened = nil
  }
}
