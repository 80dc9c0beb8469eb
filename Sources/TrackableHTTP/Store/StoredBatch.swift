/// The oldest records of a store, oldest first. The records stay in the store until the courier acknowledges them.
struct StoredBatch: Sendable {
  /// What has become of a record at its place in the store.
  enum Ending: Sendable {
    case delivered
    /// The service refuses the record for good.
    case rejected
    /// The service has no counterpart for the record.
    case skipped
    /// The record was moved to the end of the store.
    case again
  }

  /// The records, oldest first.
  private(set) var records: [StoredRecord] = []
  /// The position of each record in the store's count of all records. A position stays the same when the record is
  /// written to disk.
  private(set) var positions: [Int] = []
  private(set) var bytes = 0
  /// The purges that the store knew of when it returned the batch.
  let purges: StorePurges.Count
  /// The folder of all processes when the store returned the batch; `nil` if there was no folder.
  let folder: FileIdentity?
  /// The most records and the most bytes of payload; a single record may have more bytes.
  let limits: (count: Int, bytes: Int)

  /// Adds a record. Returns whether the batch had room for the record.
  mutating func append(_ record: StoredRecord, _ position: Int) -> Bool {
    let hasRoom = records.count < limits.count && bytes + record.payload.count <= limits.bytes
    guard records.isEmpty || hasRoom else { return false }
    records.append(record)
    positions.append(position)
    bytes += record.payload.count
    return true
  }

  /// Removes the first records, because they are acknowledged.
  mutating func removeFirst(_ count: Int) {
    records.removeFirst(count)
    positions.removeFirst(count)
  }
}
