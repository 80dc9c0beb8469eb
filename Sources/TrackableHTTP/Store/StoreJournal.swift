/// A store's files: what ``StoreContents`` decides, done to a file system. Used by one caller at a time.
///
///     folder/
///       events/                                                  0700
///         9c1f03aa55de7710.owner                                 0600  which process that is
///         9c1f03aa55de7710-00000000.9c1f03aa55de7710-00000064.events   records, see SegmentName and RecordFrame
///       purged-0000019aa4c01c3e-51ac09e3b7740d12/                what the last purge found: see StorePurge
///
/// Nothing here is locked. Each file belongs to the process that its name says, and passes to another by `rename`,
/// which only one of several can win. Whether the owner has really ended is a guess that may be wrong: an owner finds
/// out after its next write, because the name it wrote under is gone, and writes the same records again. So a wrong
/// guess costs deliveries with an id that was there before, and never a record.
struct StoreJournal {
  /// The file that is being written to: the last one in `contents`.
  struct Current {
    let file: OpenFile
    let identity: FileStatus.Identity
  }

  static let sweepInterval = Duration.seconds(60)
  /// For how long a process counts as running after it last gave a sign, where nobody can tell.
  static let lease = Duration.seconds(300)

  let folder: String
  let policy: StorePolicy
  let files: any FileSystem
  let process: ProcessIdentity
  let life: @Sendable (ProcessIdentity) -> ProcessIdentity.Life
  let time: @Sendable () -> StoreTime
  /// Who this store is among those that share the folder.
  let owner: UInt64

  var contents = StoreContents()
  /// The folder `events` as it was when it was opened, and a file number for syncing it.
  var opened: OpenFile?
  /// Which folder that was. Another one in its place means that somebody has purged.
  var identity: FileStatus.Identity?
  var current: Current?
  var nextNumber = 0
  var hasOwnerFile = false
  var lastSign = Duration.zero
  var lastSweep: Duration?
  var isFolderUnsynced = false
  /// Whether a power failure might undo that there is a folder at all: whoever made it may not have got as far as
  /// syncing.
  var isPathUnsynced = false
  var unsyncedSince: Duration?
  /// A purge that was not carried out yet.
  var pendingPurge: PendingPurge?
  /// The purges of which this process knows: what it holds came after them.
  var knownPurges: Set<StorePurge> = []
  /// Those whose names a later purge has made needless.
  var outdatedPurges: Set<StorePurge> = []
  /// Whether there may be something left that was purged.
  var mayHavePurged = true
  /// Whether the last look into the folder left something there: it cannot be read, or the process whose it is has not
  /// ended. It is worth looking again, also where nothing new is stored.
  var leavesFiles = false
  var problems: [StoreProblem] = []
  private var episodes: Set<StoreProblem.Kind> = []

  init(
    folder: String, policy: StorePolicy, files: any FileSystem, owner: UInt64, process: ProcessIdentity = .current,
    life: @escaping @Sendable (ProcessIdentity) -> ProcessIdentity.Life = { $0.life },
    time: @escaping @Sendable () -> StoreTime = { .now }
  ) {
    self.folder = folder
    self.policy = policy
    self.files = UninterruptedFileSystem(files)
    self.owner = owner
    self.process = process
    self.life = life
    self.time = time
  }

  var events: String { folder + "/events" }
  func path(_ name: SegmentName) -> String { "\(events)/\(name)" }
  func ownerPath(_ owner: UInt64) -> String { "\(events)/\(SegmentName.digits(owner, 16)).owner" }

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
    if opened != nil {
      if mayHavePurged { removePurged() }
      return
    }
    if pendingPurge != nil { try carryOutPurge() }
    while try !openEvents() {}
    removePurged()
  }

  /// Makes the folder and opens it. Returns whether nobody has purged meanwhile, as far as this process did not know;
  /// otherwise the folder may be one that was moved away.
  private mutating func openEvents() throws(FileError) -> Bool {
    try makeFolders(folder)
    files.protectFolder(at: folder)
    try makeFolder(events)
    isPathUnsynced = true
    let folder: OpenFile
    do { folder = try files.openForReading(events) } catch {
      if error == .notFound, try heedPurges() { return false }
      throw error
    }
    do {
      let found = try files.status(of: folder).identity
      // Whoever holds something and could not look into the folder may have missed a purge.
      if try heedPurges() {
        files.close(folder)
        return false
      }
      (opened, identity) = (folder, found)
      return true
    } catch {
      files.close(folder)
      throw error
    }
  }

  func makeFolders(_ path: String) throws(FileError) {
    do { try makeFolder(path) } catch {
      guard error == .notFound, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error }
      try makeFolders(String(path[..<slash]))
      try makeFolder(path)
    }
  }

  private func makeFolder(_ path: String) throws(FileError) {
    do { try files.makeFolder(at: path) } catch { if error != .exists { throw error } }
  }

  /// Says which process this is, for others that find its files.
  mutating func ensureOwnerFile() throws(FileError) {
    if hasOwnerFile { return }
    do {
      let file = try files.makeFile(at: ownerPath(owner))
      defer { files.close(file) }
      try files.appendAll(Array(process.text.utf8), to: file)
      // Otherwise, after a power failure, whoever finds it would have to wait whether this process gives a sign.
      try files.synchronize(file)
    } catch {
      if error != .exists {
        // Half of it would say nothing.
        try? files.removeFile(at: ownerPath(owner))
        throw error
      }
    }
    hasOwnerFile = true
    isFolderUnsynced = true
    lastSign = time().elapsed
    // While it did not stand there, anybody could adopt what is this process's.
    for index in contents.segments.indices.reversed() {
      do { _ = try files.status(at: path(contents.segments[index].name)) } catch {
        if error == .notFound { contents.remove(index, counting: \.takenOver) }
      }
    }
  }

  /// Tells others from time to time that this process is there.
  mutating func giveSign() {
    let now = time().elapsed
    guard hasOwnerFile, now - lastSign > Self.lease / 4 else { return }
    lastSign = now
    do { try files.touch(ownerPath(owner)) } catch {
      if error == .notFound { hasOwnerFile = false }
    }
  }

  // MARK: Syncing

  /// Returns when everything that was written will survive the end of the system.
  mutating func sync() throws(FileError) {
    if isPathUnsynced {
      try syncPath()
      isPathUnsynced = false
    }
    if let current { try files.synchronize(current.file) }
    if isFolderUnsynced, let opened {
      try files.synchronize(opened)
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

  // MARK: The end

  /// Lets go of everything, so that others may adopt at once what is left. The next call begins anew.
  mutating func close() {
    if !contents.held.isEmpty, pendingPurge == nil { _ = writeHeld() }
    finishCurrent()
    if hasOwnerFile { try? files.removeFile(at: ownerPath(owner)) }
    hasOwnerFile = false
    if let opened { files.close(opened) }
    opened = nil
    lastSweep = nil
  }
}
