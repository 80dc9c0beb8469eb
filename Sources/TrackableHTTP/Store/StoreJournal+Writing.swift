// How records get into files.

extension StoreJournal {
  /// Takes records. Returns whether all that was ever taken is in files, synced as the policy says.
  mutating func append(_ records: [StoredRecord]) -> Bool {
    noticePurge()
    // Before anything is taken: a purge that shows only now was not for it.
    try? open()
    if contents.isEmpty { endEpisode(.limit, .size) }
    if contents.accept(records, longest: policy.segmentBytes) { report(.tooLarge(bytes: policy.segmentBytes)) }
    let isWritten = writeHeld()
    if contents.trimHeld(to: policy.memoryBytes) { report(.memoryFull(bytes: policy.memoryBytes)) }
    return isWritten
  }

  /// Writes what waits in memory. Returns whether nothing is left there.
  mutating func writeHeld() -> Bool {
    do throws(FileError) {
      var attempts = 0
      while !contents.held.isEmpty {
        try open()
        try writeChunk(&attempts)
      }
      endEpisode(.writing, .memory)
      return true
    } catch {
      // Another process may have purged in the middle of it.
      if error == .notFound, noticePurge() { return writeHeld() }
      // What is dropped from memory from now on must not leave a gap in a file.
      finishCurrent()
      report(.cannotWrite(error))
      return false
    }
  }

  private mutating func writeChunk(_ attempts: inout Int) throws(FileError) {
    let (count, bytes) = contents.chunk(fitting: policy.segmentBytes)
    if current != nil, contents.segments[lastIndex].length + bytes > policy.segmentBytes { finishCurrent() }
    try makeRoom(bytes)
    if current == nil { try begin() }
    guard let current else { return }
    let segment = contents.segments[lastIndex]
    let frames = contents.frames(count, bytes: bytes, ordinal: segment.count, salt: segment.name.salt)
    let isOurs: Bool
    do throws(FileError) {
      try files.appendAll(frames, to: current.file)
      try syncAfterWriting()
      isOurs = try self.isOurs(segment.name, current.identity)
    } catch {
      // Part of it may stand in the file. Whoever reads it once this process has ended would deliver it a second time.
      try? files.shorten(current.file, to: segment.length)
      throw error
    }
    if isOurs { return contents.moveHeld(count, bytes: bytes, to: lastIndex) }
    if noticePurge() { return }
    // Something else has deleted the file.
    leave(lastIndex)
    attempts += 1
    if attempts > 8 { throw .notFound }
  }

  var lastIndex: Int { contents.segments.count - 1 }

  /// Whether a file still has the name under which it was written.
  private func isOurs(_ name: SegmentName, _ identity: FileStatus.Identity) throws(FileError) -> Bool {
    do { return try files.status(at: path(name)).identity == identity } catch {
      if error == .notFound { return false }
      throw error
    }
  }

  /// Begins a file.
  private mutating func begin() throws(FileError) {
    try ensureHome()
    let name = SegmentName(origin: home, number: nextNumber)
    nextNumber += 1
    let file = try files.makeFile(at: path(name))
    do throws(FileError) {
      let status = try files.status(of: file)
      // Somebody may have purged a moment ago, and somebody else may have made the folder again.
      if try files.status(at: events).identity != identity { throw .notFound }
      current = Current(file: file, identity: status.identity)
    } catch {
      files.close(file)
      try? files.removeFile(at: path(name))
      throw error
    }
    isFolderUnsynced = true
    contents.begin(name)
  }

  /// Nothing more goes into the current file.
  mutating func finishCurrent() {
    guard let current else { return }
    syncLate()
    unsyncedSince = nil
    files.close(current.file)
    self.current = nil
    settle(lastIndex)
  }

  /// Drops the oldest files until there is room for this many bytes, and those in which everything is too old.
  mutating func makeRoom(_ bytes: Int) throws(FileError) {
    while let oldest = contents.segments.first {
      if contents.fileBytes + bytes > policy.bytes {
        if oldest.live > 0 { report(.overLimit(bytes: policy.bytes)) }
        try drop(0, counting: \.dropped.overLimit)
      } else if oldest.live > 0, oldest.newest < deadline {
        try drop(0, counting: \.dropped.expired)
      } else {
        return
      }
    }
  }

  /// Records from before this are too old.
  var deadline: Int64 { time().wall.subtractingReportingOverflow(policy.age.milliseconds).partialValue }

  /// Deletes a file and counts what was to be delivered from it.
  private mutating func drop(_ index: Int, counting reason: WritableKeyPath<StoreLedger, Int>) throws(FileError) {
    do { try files.removeFile(at: path(contents.segments[index].name)) } catch {
      if error == .notFound, !isPurged { return leave(index) }
      throw error
    }
    if index == lastIndex, let current {
      files.close(current.file)
      self.current = nil
    }
    contents.remove(index, counting: reason)
  }
}
