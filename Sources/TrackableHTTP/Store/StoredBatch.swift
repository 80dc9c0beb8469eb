/// The oldest records of a store, in order. They stay in the store until they are acknowledged.
struct StoredBatch: Sendable {
  /// How a record ended that the store does not hand out again.
  enum Ending: Sendable {
    case delivered
    /// The service refuses it for good.
    case rejected
    /// The service has no word for it.
    case skipped
    /// It stands at the end of the store now.
    case again
  }

  /// The records, oldest first.
  private(set) var records: [StoredRecord] = []
  /// Where each is in the store's own count of everything it ever had, which it keeps when it goes from memory to disk.
  private(set) var positions: [Int] = []
  private(set) var bytes = 0
  /// The purges that its store knew of.
  let purges: StorePurges.Count
  /// The folder of all processes; `nil` if there was none.
  let folder: FileIdentity?
  /// How many records, and how many bytes of payload, the batch takes at most; a single record may have more bytes.
  let limits: (count: Int, bytes: Int)

  /// Adds a record. Returns whether there was room for it.
  mutating func take(_ record: StoredRecord, _ position: Int) -> Bool {
    let hasRoom = records.count < limits.count && bytes + record.payload.count <= limits.bytes
    guard records.isEmpty || hasRoom else { return false }
    records.append(record)
    positions.append(position)
    bytes += record.payload.count
    return true
  }

  /// Leaves out its first records, which are acknowledged.
  mutating func removeFirst(_ count: Int) {
    records.removeFirst(count)
    positions.removeFirst(count)
  }
}
