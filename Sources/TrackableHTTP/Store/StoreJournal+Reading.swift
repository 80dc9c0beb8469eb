// How records get out of files.

extension StoreJournal {
  /// The oldest records, within these bounds but at least one; `nil` if there are none. The same again until they are
  /// acknowledged.
  mutating func nextBatch(count: Int, bytes: Int) -> StoredBatch? {
    while true {
      noticePurge()
      var batch = StoredBatch(purges: purges, limits: (count, bytes))
      do throws(FileError) {
        try open()
        try sweepIfDue()
      } catch {
        reportUnlessGone(error)
      }
      gather(into: &batch)
      settle()
      // Another process may have purged while this one was reading.
      if !noticePurge() { return batch.records.isEmpty ? nil : batch }
    }
  }

  private mutating func gather(into batch: inout StoredBatch) {
    let deadline = Double(time().wall) - policy.age / .milliseconds(1)
    var index = 0
    while index < contents.segments.count {
      let segment = contents.segments[index]
      do throws(FileError) {
        if !segment.isUnreadable, segment.waiting > 0, folder.locks[segment.name.origin] != nil {
          let bytes = try files.readAll(folder.path(segment.name), limit: segment.bytes)
          if !contents.gather(from: index, bytes, into: &batch, deadline: deadline) { return }
        }
      } catch {
        // Then it is forgotten, or unreadable.
        if error == .notFound {
          leave(index)
          continue
        }
        contents.segments[index].isUnreadable = true
        report(.reading, error)
      }
      index += 1
    }
    contents.gatherHeld(into: &batch, deadline: deadline)
  }

  /// Whether no process has purged since a batch was handed out.
  mutating func isWanted(_ batch: StoredBatch) -> Bool {
    noticePurge()
    return batch.purges == purges
  }

  /// The first `count` records of a batch are delivered, or will never be. They are not handed out again.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending] = [:]
  ) {
    if noticePurge() { return }
    // Others may have had it since the store was closed.
    try? open()
    setAside(batch.records.prefix(count).filter { endings[$0.id] == .unreadable })
    contents.acknowledge(batch, first: count, endings: endings)
    settle()
    if contents.isEmpty { endEpisode(.limit, .size) }
  }

  /// Keeps records that this version cannot read for one that can: beside the others, so that a purge deletes them too.
  private mutating func setAside(_ records: [StoredRecord]) {
    if records.isEmpty { return }
    let aside = "\(folder.events)/unreadable"
    do throws(FileError) {
      try files.ensureFolder(at: aside)
      // A hundred at most.
      for record in records where try files.names(in: aside).count < 100 {
        let file = try files.makeFile(at: "\(aside)/\(record.id.uuidString)")
        defer { files.close(file) }
        try files.appendAll(record.payload, to: file)
      }
    } catch {
      report(.writing, error)
    }
  }

  // MARK: Files of others

  /// Looks into the folder, once a minute: takes over what processes that have ended left behind.
  private mutating func sweepIfDue() throws(FileError) {
    let now = time().elapsed
    if let lastSweep, now - lastSweep < Self.sweepInterval { return }
    endEpisode(.damage, .reading)
    leavesFiles = false
    for index in contents.segments.indices { contents.segments[index].isUnreadable = false }
    for origin in try folder.folders() {
      do throws(FileError) {
        var isOurs = folder.locks[origin] != nil
        if !isOurs { isOurs = try folder.lock(origin) }
        if isOurs { try adopt(origin) } else { leavesFiles = true }
      } catch {
        reportUnlessGone(error)
      }
    }
    lastSweep = now
    do { try makeRoom(0) } catch { report(.writing, error) }
  }

  private mutating func adopt(_ origin: UInt64) throws(FileError) {
    for name in try folder.names(in: origin) where contents.index(of: name) == nil {
      do { contents.adopt(name, try files.readAll(folder.path(name), limit: StorePolicy.longestFile)) } catch {
        reportUnlessGone(error)
      }
    }
  }
}
