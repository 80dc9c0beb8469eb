// How a purge reaches everybody.

extension StoreJournal {
  /// A purge that is to be carried out.
  struct PendingPurge {
    let purge: StorePurge
    /// Whether everything was moved there, and only the power may still undo that.
    var isMoved = false
  }

  /// The times of files may be this much too early: those of FAT are even seconds.
  private static let fileTimeError: Int64 = 10_000

  /// Deletes what has been accepted until now, whoever wrote it. Returns whether it is done; otherwise it is tried
  /// again with each call, and until then nothing is read or written.
  mutating func purge(with count: Int) -> Bool {
    contents.refuse(count)
    contents.purge(.everything)
    forget()
    let purge = StorePurge(at: time().wall)
    pendingPurge = PendingPurge(purge: purge)
    knownPurges.insert(purge)
    do {
      try carryOutPurge()
      return removePurged()
    } catch {
      report(.cannotPurge(error))
      return false
    }
  }

  /// Moves everything out of everybody's reach in one step, so that a purge is either complete or has not begun. What
  /// it is about is deleted afterwards, by whoever comes first, and the rest brought back. The name stays, for those
  /// who hold something in memory and were never able to look into the folder.
  mutating func carryOutPurge() throws(FileError) {
    guard let pending = pendingPurge else { return }
    if !pending.isMoved {
      let other = "\(folder)/\(pending.purge.name)"
      // Whoever minds these minds this one as well. Not those of a later time: this one was asked for before them, or
      // the clock was turned back.
      let outdated = try purges().filter { $0.name < pending.purge.name }
      do throws(FileError) { try files.move(events, to: other) } catch {
        if error != .notFound { throw error }
        try makeFolders(other)
      }
      outdatedPurges.formUnion(outdated)
      mayHavePurged = true
      pendingPurge?.isMoved = true
    }
    try files.synchronizeFolder(at: folder)
    pendingPurge = nil
  }

  /// The purges that have been carried out and left their names.
  private func purges() throws(FileError) -> [StorePurge] {
    do { return try files.names(in: folder).compactMap { StorePurge($0) } } catch {
      // Somebody has deleted the folder as a whole.
      if error != .notFound { throw error }
      return []
    }
  }

  // MARK: What was moved away

  /// Deletes what purges have moved away, brings back what they are not about, and deletes the folders of those that
  /// are outdated. Returns whether nothing is left that they are about.
  @discardableResult
  mutating func removePurged() -> Bool {
    do throws(FileError) {
      // Looked for after this process has opened its folder. Whoever purges after that moves the folder with whatever
      // is brought back to it.
      let purges = try purges()
      let reach = StorePurge.Reach(until: purges.map(\.time).max() ?? .min, now: time().wall)
      for purge in purges {
        do throws(FileError) { try remove(purge, reach) } catch {
          // Somebody else was faster.
          if error != .notFound { throw error }
        }
      }
    } catch {
      report(.cannotPurge(error))
      return false
    }
    outdatedPurges = []
    mayHavePurged = false
    endEpisode(.purging)
    return true
  }

  private mutating func remove(_ purge: StorePurge, _ reach: StorePurge.Reach) throws(FileError) {
    let path = "\(folder)/\(purge.name)"
    for name in try files.names(in: path) {
      do throws(FileError) {
        if let name = SegmentName(name), let rest = try rest(of: name, in: path, reach) {
          try bringBack(name, as: rest, from: path)
        } else {
          try files.removeFile(at: "\(path)/\(name)")
        }
      } catch {
        if error != .notFound { throw error }
      }
    }
    if outdatedPurges.contains(purge) { try files.removeFolder(at: path) }
  }

  /// What a file is to be called if it ends with records that purges are not about: those before them are done with.
  private func rest(
    of name: SegmentName, in path: String, _ reach: StorePurge.Reach
  ) throws(FileError) -> SegmentName? {
    let path = "\(path)/\(name)"
    let status = try files.status(at: path)
    // Most of them are deleted unread.
    if status.modified + Self.fileTimeError < reach.until { return nil }
    let file = try files.openForReading(path)
    defer { files.close(file) }
    var rest = name
    var isLater = false
    var scanner = FrameScanner(salt: name.salt, limit: status.size)
    while let found = try scanner.next({ offset, count throws(FileError) in
      try files.readAll(file, at: offset, count: count)
    }) {
      if found.ordinal < name.acknowledged { continue }
      isLater = !reach.covers(found.record.time)
      if !isLater { rest.acknowledged = found.ordinal + 1 }
    }
    return isLater ? rest : nil
  }

  /// Puts a file back into the folder, where its owner finds it, or another process adopts it. Where there is no folder
  /// yet, the file waits until there is.
  private mutating func bringBack(_ name: SegmentName, as rest: SegmentName, from path: String) throws(FileError) {
    guard let opened else { return }
    // The folder has to survive a power failure before anything is put into it.
    try sync()
    try files.move("\(path)/\(name)", to: "\(rest)", in: opened)
    contents.purgeFound(rest.acknowledged - name.acknowledged)
    isFolderUnsynced = true
    try sync()
  }

  // MARK: Purges by others

  /// Forgets everything from before a purge by another process. Returns whether it is known how much that is.
  @discardableResult
  mutating func noticePurge() -> Bool {
    guard let identity else { return true }
    var isThere = false
    do { isThere = try files.status(at: events).identity == identity } catch {
      // A folder that cannot be looked at may still be there.
      if error != .notFound { return true }
    }
    // As long as it is open, no other folder gets its number.
    if isThere, opened != nil { return true }
    do {
      let isPurged = try heedPurges()
      if isPurged || !isThere { forget() }
      return true
    } catch {
      report(.cannotRead(error))
      return isThere
    }
  }

  /// Forgets everything from before purges that this process did not know of. Returns whether there was one.
  mutating func heedPurges() throws(FileError) -> Bool {
    let unknown = try purges().filter { !knownPurges.contains($0) }
    knownPurges.formUnion(unknown)
    // The purge does not apply to what was accepted since, while nobody could look.
    guard let latest = unknown.map(\.time).max() else { return false }
    contents.purge(StorePurge.Reach(until: latest, now: time().wall))
    return true
  }

  /// The folder is no longer this one.
  private mutating func forget() {
    let lost = contents.loseFiles()
    if lost > 0 { report(.damaged(lost)) }
    if let current { files.close(current.file) }
    if let opened { files.close(opened) }
    current = nil
    opened = nil
    identity = nil
    hasOwnerFile = false
    isFolderUnsynced = false
    unsyncedSince = nil
    lastSweep = nil
  }
}
