import Foundation

/// A record of a store: bytes that the store does not interpret, and an ID by which the service recognizes a duplicate.
struct StoredRecord: Sendable, Equatable, Identifiable {
  /// The ID, the same on every delivery of this record.
  let id: UUID
  /// The time at which the store got the record, in milliseconds since 1970. The age of the record counts from this
  /// time.
  let time: Int64
  let payload: [UInt8]
}
