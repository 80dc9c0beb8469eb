// How records are read from files.

extension StoreJournal {
  /// The oldest records, within the limits, but at least one record; `nil` if there is none. The method returns the
  /// same records until they are acknowledged.
  mutating func nextBatch(count: Int, bytes: Int) -> StoredBatch? {
    while true {
      var hasFailed = false
      do throws(FileError) {
        try open()
        try adoptFolders()
      } catch {
        reportUnlessGone(error)
        hasFailed = true
      }
      var batch = StoredBatch(purges: purges, folder: folder.identity, limits: (count, bytes))
      gather(into: &batch)
      writeAcknowledged()
      // Another process may have purged while this process was reading.
      if forgetRecordsIfPurged() { continue }
      if !batch.records.isEmpty { return batch }
      // If `hasLooked` is false, the journal has not yet taken over every folder of an ended process.
      // `writeAcknowledged` has freed descriptors for these folders, so the loop continues.
      if hasLooked || hasFailed || folder.locks.count >= SharedFolder.most { return nil }
    }
  }

  private mutating func gather(into batch: inout StoredBatch) {
    let deadline = Double(time()) - policy.age / .milliseconds(1)
    var index = 0
    while index < contents.segments.count {
      let segment = contents.segments[index]
      do throws(FileError) {
        if segment.waiting > 0, folder.isLocked(segment.name.origin) {
          let bytes = try files.readAll(folder.path(segment.name), limit: segment.bytes)
          if !contents.gather(from: index, bytes, into: &batch, deadline: deadline) { return }
        }
      } catch {
        if error == .notFound, lose(index) { continue }
        reportUnlessGone(error)
      }
      index += 1
    }
    contents.gatherHeld(into: &batch, deadline: deadline)
  }

  /// Notes that the delivery of the first `count` records of a batch has ended, so that the journal does not return
  /// them again. Returns the number of these records. If a record in `again` cannot be written to its new place, it
  /// stays, and so do the records behind it.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending], again: [StoredRecord]
  ) -> Int {
    if forgetRecordsIfPurged() { return count }
    // Another process may have had the folder while the store was closed.
    try? open()
    // Records that the store has dropped meanwhile to make room are left out, because they already count as lost.
    let ids = Set(again.map(\.id))
    var waiting = Set<StoredRecord.ID>()
    for (record, position) in zip(batch.records, batch.positions) where ids.contains(record.id) {
      if contents.isWaiting(position) { waiting.insert(record.id) } else { waiting.remove(record.id) }
    }
    let again = again.filter { waiting.contains($0.id) }
    // The store writes these records to their new places first, so that they are not lost if the process is killed.
    // Until the delivery at its first place has ended, such a record is in the files twice.
    let unwritten = move(again)
    let count = batch.records.prefix(count).firstIndex { unwritten.contains($0.id) } ?? count
    var endings = endings
    for record in again { endings.updateValue(.again, forKey: record.id) }
    contents.acknowledge(batch, first: count, endings: endings)
    writeAcknowledged()
    if !again.isEmpty { makeRoom() }
    return count
  }

  // MARK: Files of other processes

  /// Looks into the folder, and takes over the files of ended processes. One call takes over only as many folders as
  /// this process may hold open.
  mutating func adoptFolders() throws(FileError) {
    if hasLooked { return }
    var hasMore = false
    for origin in try folder.folders() {
      if !folder.isLocked(origin), folder.locks.count >= SharedFolder.most {
        hasMore = true
        continue
      }
      do throws(FileError) { if try folder.lock(origin) { try adopt(origin) } } catch { reportUnlessGone(error) }
      // A folder without records is closed, because it must not take the descriptor that a folder behind it needs.
      if origin != folder.home, !contents.has(origin) { folder.unlock(origin, isEmpty: true) }
    }
    hasLooked = !hasMore
    makeRoom()
  }

  private mutating func makeRoom() { do { try makeRoom(0) } catch { report(.writing, error) } }

  private mutating func adopt(_ origin: UInt64) throws(FileError) {
    for name in try folder.names(in: origin) where contents.index(of: name) == nil {
      do {
        let bytes = try files.readAll(folder.path(name), limit: StorePolicy.longestFile)
        let index = contents.adopt(name, bytes)
        // If only zeros are behind the records, the file is cut now. If its size changed later, the store would not
        // recognize the file after it was closed.
        if bytes.dropFirst(contents.segments[index].bytes).allSatisfy({ $0 == 0 }) { reopen(index).map(files.close) }
      } catch {
        reportUnlessGone(error)
      }
    }
  }
}
