/// The oldest records of a store, in order. They stay in the store until they are acknowledged.
package struct StoredBatch: Sendable {
  /// Where a record is.
  struct Place: Sendable, Equatable {
    /// The store's own count of everything it ever had; a record keeps it when it goes from memory to disk.
    let position: Int
    /// Where the next record begins in the file; `nil` for a record in memory.
    let end: Int?
  }

  /// What became of a record that is not to be handed out again.
  package enum Ending: Sendable, Hashable {
    case delivered
    /// The receiver refuses it for good.
    case rejected
    /// Nobody knows what its bytes mean.
    case unreadable
  }

  /// The records, oldest first.
  package internal(set) var records: [StoredRecord] = []
  var places: [Place] = []
  var bytes = 0
  /// How many purges its store knew of.
  let purges: Int

  init(purges: Int) { self.purges = purges }

  mutating func append(_ record: StoredRecord, _ place: Place) {
    records.append(record)
    places.append(place)
    bytes += record.payload.count
  }

  /// Whether another record would be too much. The first one never is.
  func hasRoom(for record: StoredRecord, count: Int, bytes: Int) -> Bool {
    records.isEmpty || (records.count < count && self.bytes + record.payload.count <= bytes)
  }
}
