// How records get out of files.

extension StoreJournal {
  /// The oldest records, within these bounds but at least one; `nil` if there are none. The same again until they are
  /// acknowledged.
  mutating func nextBatch(count: Int, bytes: Int) -> StoredBatch? {
    while true {
      noticePurge()
      let batch = gather(count: max(count, 1), bytes: bytes)
      // Another process may have purged while this one was reading.
      if !noticePurge() { return batch.records.isEmpty ? nil : batch }
    }
  }

  /// Whether no process has purged since a batch was handed out.
  mutating func isWanted(_ batch: StoredBatch) -> Bool {
    noticePurge()
    return batch.purges == purges
  }

  /// Reports that something cannot be read, unless it is gone.
  mutating func reportUnlessGone(_ error: FileError) {
    if error != .notFound { report(.cannotRead(error)) }
  }

  private mutating func gather(count: Int, bytes: Int) -> StoredBatch {
    var batch = StoredBatch(purges: purges)
    do {
      try open()
      // A file system that is only read-only still has something to deliver.
      do { try sweepIfDue() } catch { reportUnlessGone(error) }
      do { try makeRoom(0) } catch { if error != .notFound { report(.cannotWrite(error)) } }
      gather(into: &batch, count: count, bytes: bytes)
    } catch {
      reportUnlessGone(error)
    }
    contents.gatherHeld(into: &batch, count: count, bytes: bytes, deadline: deadline)
    return batch
  }

  /// The first `count` records of a batch are delivered, or will never be. They are not handed out again.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending] = [:]
  ) {
    if noticePurge() { return }
    // Others may have had it since the store was closed.
    try? open()
    setAside(batch.records.prefix(max(count, 0)).filter { endings[$0.id] == .unreadable })
    for name in contents.acknowledge(batch, first: max(count, 0), endings: endings) {
      if let index = contents.segments.firstIndex(where: { $0.isSameFile(as: name) }) { settle(index) }
    }
    if contents.isEmpty { endEpisode(.limit, .size) }
  }

  /// Keeps what nobody knows the meaning of, for a version that does: beside the records, so that a purge deletes it too.
  private mutating func setAside(_ records: [StoredRecord]) {
    if records.isEmpty { return }
    let folder = "\(events)/unreadable"
    do throws(FileError) {
      try makeFolder(folder)
      for record in records where try files.names(in: folder).count < Self.maximumAside {
        let file = try files.makeFile(at: "\(folder)/\(record.id.uuidString)")
        defer { files.close(file) }
        try files.appendAll(record.payload, to: file)
      }
    } catch {
      report(.cannotWrite(error))
    }
  }

  /// Writes down how far a file is delivered: in its name, or by deleting it.
  mutating func settle(_ index: Int) {
    let segment = contents.segments[index]
    if locks[segment.name.origin] == nil { return }
    do throws(FileError) {
      if segment.live == 0, current == nil || index != lastIndex {
        do { try files.removeFile(at: path(segment.name)) } catch { if error != .notFound { throw error } }
        contents.segments.remove(at: index)
        unlockIfEmpty(segment.name.origin)
      } else if segment.acknowledged != segment.name.acknowledged {
        var name = segment.name
        name.acknowledged = segment.acknowledged
        try files.move(path(segment.name), to: path(name))
        contents.segments[index].name = name
      }
    } catch {
      if error == .notFound { return leave(index) }
      // It is tried again with the next look into the folder. Until then only this process knows.
      report(.cannotWrite(error))
    }
  }

  /// A file is gone, although this process has its folder: something else has deleted it.
  mutating func leave(_ index: Int) {
    if index == lastIndex, let current {
      files.close(current.file)
      self.current = nil
    }
    // Or purged, which is noticed before anything else is done.
    if isPurged { return contents.segments[index].isUnreadable = true }
    let lost = contents.segments[index].live
    if lost > 0 { report(.damaged(lost)) }
    contents.remove(index, counting: \.dropped.damaged)
  }

  private mutating func gather(into batch: inout StoredBatch, count: Int, bytes: Int) {
    var index = 0
    while index < contents.segments.count {
      let segment = contents.segments[index]
      if segment.isUnreadable || segment.live == 0 {
        index += 1
        continue
      }
      do {
        if try !gather(from: index, into: &batch, count: count, bytes: bytes) { return }
        if contents.segments[index].live == 0 {
          let before = contents.segments.count
          settle(index)
          if contents.segments.count < before { continue }
        }
      } catch {
        if error == .notFound {
          leave(index)
          continue
        }
        contents.segments[index].isUnreadable = true
        report(.cannotRead(error))
      }
      index += 1
    }
  }

  /// Adds the records of a file to a batch. Returns whether there is room for more.
  private mutating func gather(
    from index: Int, into batch: inout StoredBatch, count: Int, bytes: Int
  ) throws(FileError) -> Bool {
    let segment = contents.segments[index]
    let files = files
    let file = try files.openForReading(path(segment.name))
    defer { files.close(file) }
    var scanner = FrameScanner(salt: segment.name.salt, limit: segment.length, offset: segment.offset)
    let before = batch.records.count
    let deadline = deadline
    while let found = try scanner.next({ offset, count throws(FileError) in
      try files.readAll(file, at: offset, count: count)
    }) {
      if found.ordinal < segment.acknowledged { continue }
      if batch.records.isEmpty, found.record.time < deadline {
        contents.expire(found.ordinal, end: found.end, in: index)
        continue
      }
      guard batch.hasRoom(for: found.record, count: count, bytes: bytes) else { return false }
      batch.append(found.record, .init(position: segment.first + found.ordinal, end: found.end))
    }
    if batch.records.count == before, contents.segments[index].live > 0 {
      report(.damaged(contents.segments[index].live))
      contents.writeOff(index)
    }
    return true
  }
}
