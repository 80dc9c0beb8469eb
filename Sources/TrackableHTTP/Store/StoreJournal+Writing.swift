import Foundation

// How the journal writes records to files, and how it deletes files.

extension StoreJournal {
  /// Appends records. Returns whether all records so far are in files, and would survive a crash of the operating
  /// system.
  ///
  /// - Parameter purgeNumber: The number of the last purge when the caller got the records. After a later purge, the
  ///   records count as purged.
  mutating func append(_ records: [StoredRecord], since purgeNumber: UInt64?) -> Bool {
    // The journal opens the folder first, so that it notices a purge of another process before it accepts these
    // records, which the purge does not concern.
    try? open()
    if let purgeNumber, purgeNumber != purges.purgeNumber {
      contents.countPurged(records.count)
      return contents.held.isEmpty
    }
    if contents.isEmpty { endEpisode(.limit, .size, .damage) }
    _ = accept(records)
    let isWritten = writeHeld()
    if contents.trimHeld(to: StorePolicy.memoryBytes) { report(.limit, "\(StorePolicy.memoryBytes) bytes in memory") }
    return isWritten
  }

  /// Accepts records into memory. Returns their number.
  private mutating func accept(_ records: [StoredRecord]) -> Int {
    let count = contents.accept(records, longest: policy.segmentBytes)
    if count < records.count { report(.size, policy.segmentBytes) }
    return count
  }

  /// Moves records behind all others. Returns the IDs of the records that keep their old places, because their new
  /// copies would be in memory only.
  mutating func move(_ records: [StoredRecord]) -> Set<StoredRecord.ID> {
    guard let first = records.first else { return [] }
    let isInMemory = contents.held.contains { $0.id == first.id }
    let count = accept(records)
    // The caller makes room afterwards. Making room now could delete the records' old places, and count them as lost.
    return writeHeld(makesRoom: false) || isInMemory ? [] : contents.withdraw(count)
  }

  /// Writes the records that wait in memory. Returns whether no record is left in memory. If the disk is almost full,
  /// the method tries a few times with fewer records.
  mutating func writeHeld(makesRoom: Bool = true) -> Bool {
    var (most, attempts) = (Int.max, 5)
    while true {
      do throws(FileError) {
        while !contents.held.isEmpty {
          try open()
          // `open()` may have noticed a purge, and removed the records in memory.
          if contents.held.isEmpty { break }
          try writeChunk(most, makesRoom: makesRoom)
        }
        endEpisode(.writing)
        return true
      } catch {
        // Another process may have purged meanwhile.
        if error == .notFound, forgetRecordsIfPurged() { return true }
        // The file is closed, because records that are dropped from memory from now on must not leave a gap in it.
        finishCurrent()
        (most, attempts) = (min(most, contents.held.count) / 2, attempts - 1)
        if error.code == ENOSPC, most > 0, attempts > 0 { continue }
        report(.writing, error)
        return false
      }
    }
  }

  /// - Parameter most: The most records.
  private mutating func writeChunk(_ most: Int, makesRoom: Bool) throws(FileError) {
    let bytes = min(contents.heldBytes, policy.segmentBytes)
    if let index = contents.current, contents.segments[index].bytes + bytes > policy.segmentBytes { finishCurrent() }
    if makesRoom { try makeRoom(bytes + policy.bytesAhead) }
    let (index, file) = try current()
    let segment = contents.segments[index]
    var (frames, count) = contents.frames(most, fitting: policy.segmentBytes - segment.bytes, behind: segment)
    if count == 0 { return finishCurrent() }
    let end = segment.bytes + frames.count
    // Syncing a file that has grown takes twice as long as syncing bytes that were overwritten. Many files get only one
    // batch.
    if end > segment.size {
      let isFirst = segment.count == 0 || most < .max
      let ahead = isFirst ? 0 : min(policy.bytesAhead, policy.segmentBytes - end)
      frames += [UInt8](repeating: 0, count: ahead)
      contents.segments[index].size = segment.bytes + frames.count
    }
    try files.writeAll(frames, to: file, at: segment.bytes)
    try folder.sync()
    try files.synchronize(file)
    contents.moveHeld(count, upTo: end, in: index)
  }

  /// The file that is open for writing. If there is none, the last file of the home folder with room, or a new file.
  private mutating func current() throws(FileError) -> (index: Int, file: OpenFile) {
    while true {
      if let index = contents.current, let file = contents.segments[index].file {
        if try folder.isThere(file, at: folder.path(contents.segments[index].name)) { return (index, file) }
        // Another program has deleted the file.
        if !lose(index) { throw .notFound }
        continue
      }
      if try !folder.hasHome() {
        try adoptFolders()
        folder.adoptHome()
      }
      // Records from before a purge must not be written into a folder that was made after that purge.
      if folder.isPurged { throw .notFound }
      let last = contents.last(in: folder.home, below: policy.segmentBytes / 2)
      if let last, contents.join(last), let file = reopen(last) {
        contents.segments[last].file = file
      } else {
        let name = try folder.newFile()
        contents.begin(name, try files.makeFile(at: folder.path(name)))
      }
    }
  }

  /// Opens a file again, and cuts off an incomplete record of a process that was killed.
  mutating func reopen(_ index: Int) -> OpenFile? {
    let segment = contents.segments[index]
    guard folder.isLocked(segment.name.origin),
      let file = try? files.openForWriting(folder.path(segment.name))
    else { return nil }
    do throws(FileError) {
      try files.shorten(file, to: segment.bytes)
      contents.segments[index].size = segment.bytes
      return file
    } catch {
      files.close(file)
      return nil
    }
  }

  /// Drops the oldest files until there is room for a number of bytes.
  mutating func makeRoom(_ bytes: Int) throws(FileError) {
    while contents.fileBytes + bytes > policy.bytes,
      let oldest = contents.segments.firstIndex(where: { $0.file == nil })
    {
      if contents.segments[oldest].waiting > 0 { report(.limit, "\(policy.bytes) bytes") }
      try files.removeFile(at: folder.path(contents.segments[oldest].name))
      contents.lose(oldest, .overflow)
    }
  }

  /// Records on disk which records of each file were delivered, by renaming or deleting the file. If that fails, each
  /// later call tries again; until then, only this process knows which records were delivered.
  mutating func writeAcknowledged() {
    // The oldest files come first, so that if the process is killed in between, the newest files remain.
    for segment in contents.segments {
      guard folder.isLocked(segment.name.origin), let index = contents.index(of: segment.name) else { continue }
      do throws(FileError) {
        if segment.waiting == 0, segment.file == nil {
          try files.removeFile(at: folder.path(segment.name))
          contents.segments.remove(at: index)
        } else if segment.acknowledged != segment.name.acknowledged {
          var name = segment.name
          name.acknowledged = segment.acknowledged
          try files.move(folder.path(segment.name), to: folder.path(name))
          contents.segments[index].name = name
        }
      } catch {
        if error == .notFound { lose(index) } else { report(.writing, error) }
      }
    }
    for name in folder.locks.map(\.name) where name != folder.home && !contents.has(name) {
      folder.unlock(name, isEmpty: true)
    }
  }

  /// Removes a file that has disappeared from this process's folder, because another program has deleted it. If a purge
  /// has moved the folder away instead, returns false, and removes nothing.
  @discardableResult mutating func lose(_ index: Int) -> Bool {
    if folder.isPurged { return false }
    if contents.segments[index].file != nil { closeCurrent() }
    contents.lose(index, .damaged)
    return true
  }
}
