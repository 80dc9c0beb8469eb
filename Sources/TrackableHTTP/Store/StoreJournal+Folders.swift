// Folders of processes: one's own, and those of processes that have ended, which are taken over whole.

extension StoreJournal {
  /// Makes a folder of one's own, unless there is one.
  mutating func ensureHome() throws(FileError) {
    if locks[home] != nil { return }
    var isTaken = true
    while isTaken {
      home = newName()
      try makeFolder(path(of: home))
      // Others may have taken the empty folder for one that was left.
      isTaken = try !lock(home)
    }
    nextNumber = 0
    isPathUnsynced = true
  }

  /// Takes the lock of a folder. Returns whether no other process has it, and the folder is still there.
  private mutating func lock(_ folder: UInt64) throws(FileError) -> Bool {
    let file: OpenFile
    do { file = try files.openForReading(path(of: folder)) } catch {
      if error == .notFound { return false }
      throw error
    }
    do throws(FileError) {
      if try files.lock(file), try files.status(of: file).identity == files.status(at: path(of: folder)).identity {
        locks[folder] = file
        return true
      }
      files.close(file)
      return false
    } catch {
      files.close(file)
      if error == .notFound { return false }
      throw error
    }
  }

  /// Gives back a folder. It is deleted if nothing is left in it.
  mutating func unlock(_ folder: UInt64) {
    guard let lock = locks.removeValue(forKey: folder) else { return }
    if !contents.segments.contains(where: { $0.name.origin == folder }) {
      try? files.removeFolder(at: path(of: folder))
    }
    files.close(lock)
  }

  /// Takes the locks again that were given back when the store was closed. What others have taken is theirs.
  mutating func regain() throws(FileError) {
    if !isClosed { return }
    for folder in Set(contents.segments.map(\.name.origin)) where locks[folder] == nil {
      let names = try lock(folder) ? try self.names(in: folder) : []
      for index in contents.segments.indices.reversed() {
        let name = contents.segments[index].name
        if name.origin == folder, !names.contains(name) { contents.remove(index, counting: \.takenOver) }
      }
    }
    isClosed = false
  }

  private func names(in folder: UInt64) throws(FileError) -> [SegmentName] {
    try files.names(in: path(of: folder)).compactMap { SegmentName($0, in: folder) }
  }

  // MARK: Those of others

  /// Looks into the folder, now and then.
  mutating func sweepIfDue() throws(FileError) {
    let now = time().elapsed
    if let lastSweep, now - lastSweep < Self.sweepInterval { return }
    try sweep()
    lastSweep = now
  }

  /// Has the next look come at once, if the last one left something.
  mutating func lookAgain() {
    if leavesFiles { lastSweep = nil }
  }

  /// Takes over what processes that have ended left behind, and tries again what could not be done to files.
  private mutating func sweep() throws(FileError) {
    endEpisode(.damage, .reading)
    leavesFiles = false
    for index in contents.segments.indices { contents.segments[index].isUnreadable = false }
    var found: [StoreScan] = []
    for name in try files.names(in: events).sorted() where name.utf8.count == 16 {
      guard let folder = UInt64(name, radix: 16) else { continue }
      do throws(FileError) {
        var isOurs = locks[folder] != nil
        if !isOurs { isOurs = try lock(folder) }
        if isOurs {
          for name in try names(in: folder) where !contents.segments.contains(where: { $0.isSameFile(as: name) }) {
            do { found.append(try scan(name)) } catch { reportUnlessGone(error) }
          }
        } else {
          leavesFiles = true
        }
      } catch {
        reportUnlessGone(error)
      }
    }
    contents.adopt(found, before: home)
    for index in contents.segments.indices.reversed() { settle(index) }
    // Also those in which nothing was.
    for folder in Array(locks.keys) { unlockIfEmpty(folder) }
    let missing = found.reduce(0) { $0 + $1.missing }
    if missing > 0 { report(.damaged(missing)) }
  }

  /// Gives back a folder of another process once everything in it is done with.
  mutating func unlockIfEmpty(_ folder: UInt64) {
    if folder != home, !contents.segments.contains(where: { $0.name.origin == folder }) { unlock(folder) }
  }

  private func scan(_ name: SegmentName) throws(FileError) -> StoreScan {
    let file = try files.openForReading(path(name))
    defer { files.close(file) }
    return try StoreScan(name, size: try files.status(of: file).size) { offset, count throws(FileError) in
      try files.readAll(file, at: offset, count: count)
    }
  }
}
