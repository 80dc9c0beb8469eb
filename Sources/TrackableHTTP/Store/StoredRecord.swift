import Foundation

/// What a store keeps: bytes that it does not look at, and the id by which the receiver recognises a duplicate.
struct StoredRecord: Sendable, Hashable, Identifiable {
  /// The same on every delivery of this record.
  let id: UUID
  /// When it was handed to the store, in milliseconds since 1970. Its age is counted from here.
  let time: Int64
  let payload: [UInt8]
}
