// How a purge reaches all processes: it moves the folder of all processes away in one step, and each looks whether its folder
// is still there.

extension StoreJournal {
  /// How far a purge is that this process was asked for.
  enum PendingPurge {
    case unmoved
    /// Only the power may still undo it.
    case unsynced
  }

  private static let purgedPrefix = "purged-"

  /// Deletes what has been accepted until now, whoever wrote it. Returns whether it is done; otherwise it is tried
  /// again with each call, and until then nothing is read or written.
  mutating func purge(with count: Int) -> Bool {
    contents.refuse(count)
    forget()
    pendingPurge = .unmoved
    do {
      try carryOutPurge()
      return removePurged()
    } catch {
      report(.cannotPurge(error))
      return false
    }
  }

  /// In one step, so that a purge is either complete or has not begun. What was moved is deleted afterwards, by the process that
  /// comes first.
  mutating func carryOutPurge() throws(FileError) {
    if pendingPurge == .unmoved {
      let other = "\(folder)/\(Self.purgedPrefix)\(SegmentName.digits(newName(), 16))"
      do { try files.move(events, to: other) } catch { if error != .notFound { throw error } }
      mayHavePurged = true
      pendingPurge = .unsynced
    }
    if pendingPurge == .unsynced {
      do { try files.synchronizeFolder(at: folder) } catch { if error != .notFound { throw error } }
      pendingPurge = nil
    }
  }

  /// Deletes what purges have moved away. Returns whether nothing of that is left.
  @discardableResult
  mutating func removePurged() -> Bool {
    do throws(FileError) {
      for name in try files.names(in: folder) where name.hasPrefix(Self.purgedPrefix) {
        try removeAll(at: "\(folder)/\(name)")
      }
    } catch {
      if error != .notFound {
        report(.cannotPurge(error))
        return false
      }
    }
    mayHavePurged = false
    endEpisode(.purging)
    return true
  }

  private func removeAll(at path: String) throws(FileError) {
    // As a file first: of a link, what it leads to is not ours.
    do { return try files.removeFile(at: path) } catch {
      if error == .notFound { return }
      let names: [String]
      do { names = try files.names(in: path) } catch let reason {
        if reason == .notFound { return }
        throw error
      }
      for name in names { try removeAll(at: "\(path)/\(name)") }
      do { try files.removeFolder(at: path) } catch { if error != .notFound { throw error } }
    }
  }

  /// Whether the folder is gone: a process has purged. One that cannot be looked at may still be there.
  var isPurged: Bool {
    guard let identity else { return false }
    do { return try files.status(at: events).identity != identity } catch { return error == .notFound }
  }

  /// Forgets everything if another process has purged. Returns whether that was so.
  @discardableResult
  mutating func noticePurge() -> Bool {
    if !isPurged { return false }
    forget()
    return true
  }

  private mutating func forget() {
    contents.purge()
    purges += 1
    if let current { files.close(current.file) }
    for lock in locks.values { files.close(lock) }
    if let opened { files.close(opened) }
    current = nil
    locks = [:]
    opened = nil
    identity = nil
    isFolderUnsynced = false
    unsyncedSince = nil
    lastSweep = nil
  }
}
