// How a purge reaches everybody.

extension StoreJournal {
  /// A purge that is to be carried out.
  struct PendingPurge {
    /// The name that it leaves behind. It says when the purge was asked for, whenever it can be carried out.
    let name: String
    /// Whether everything was moved there, and only the power may still undo that.
    var isMoved = false
  }

  /// Deletes everything in the folder, whoever wrote it. Returns whether it is done; otherwise it is tried again with
  /// each call, and until then nothing is read or written.
  mutating func purge(with count: Int) -> Bool {
    contents.refuse(count)
    contents.purge(until: .max)
    forget()
    let now = SegmentName.digits(UInt64(max(time().wall, 0)), 16)
    let name = "purged-\(now)-\(SegmentName.digits(.random(in: 0 ... .max), 16))"
    pendingPurge = PendingPurge(name: name)
    knownPurges.insert(name)
    do {
      try carryOutPurge()
      return removePurged()
    } catch {
      report(.cannotPurge(error))
      return false
    }
  }

  /// Moves everything out of everybody's reach in one step, so that a purge is either complete or has not begun. What it
  /// moved is deleted afterwards, by whoever comes first. The name it gets stays, for those who hold something in memory
  /// and were never able to look into the folder.
  mutating func carryOutPurge() throws(FileError) {
    guard let purge = pendingPurge else { return }
    if !purge.isMoved {
      let other = "\(folder)/\(purge.name)"
      // Whoever minds these minds this one as well. Not those of a later time: this one was asked for before them, or the
      // clock was turned back.
      let outdated = try purges().filter { $0.name < purge.name }
      do throws(FileError) { try files.move(events, to: other) } catch {
        if error != .notFound { throw error }
        try makeFolders(other)
      }
      outdatedPurges.formUnion(outdated.map(\.name))
      mayHavePurged = true
      pendingPurge?.isMoved = true
    }
    try files.synchronizeFolder(at: folder)
    pendingPurge = nil
  }

  /// The folders into which purges have moved what they found, and when they were asked for, in milliseconds since 1970.
  private func purges() throws(FileError) -> [(name: String, time: Int64)] {
    do {
      return try files.names(in: folder).compactMap { name in
        let parts = name.split(separator: "-")
        guard parts.count == 3, parts[0] == "purged", let time = Int64(parts[1], radix: 16) else { return nil }
        return (name, time)
      }
    } catch {
      // Somebody has deleted the folder as a whole.
      if error != .notFound { throw error }
      return []
    }
  }

  /// Deletes what purges have moved away, and the folders of those that are outdated. Returns whether nothing is left.
  @discardableResult
  mutating func removePurged() -> Bool {
    do throws(FileError) {
      for (name, _) in try purges() {
        do throws(FileError) { try remove(name) } catch {
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

  private func remove(_ name: String) throws(FileError) {
    let path = "\(folder)/\(name)"
    for file in try files.names(in: path) {
      do { try files.removeFile(at: "\(path)/\(file)") } catch { if error != .notFound { throw error } }
    }
    if outdatedPurges.contains(name) { try files.removeFolder(at: path) }
  }

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

  /// Forgets what waits in memory from before purges that this process did not know of. Returns whether there was one.
  mutating func heedPurges() throws(FileError) -> Bool {
    let unknown = try purges().filter { !knownPurges.contains($0.name) }
    knownPurges.formUnion(unknown.map(\.name))
    // What was accepted since, while nobody could look, was not meant.
    guard let latest = unknown.map(\.time).max() else { return false }
    contents.purge(until: latest, now: time().wall)
    return true
  }

  /// What was in files is gone.
  private mutating func forget() {
    contents.purgeFiles()
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
