import Foundation

/// What a store keeps: bytes that it does not look at, and the id by which the receiver recognises what comes twice.
package struct StoredRecord: Sendable, Hashable, Identifiable {
  /// The same on every delivery of this record.
  package let id: UUID
  /// When it was handed to the store, in milliseconds since 1970. Its age is counted from here.
  package let time: Int64
  package let payload: [UInt8]

  package init(id: UUID, time: Int64, payload: [UInt8]) {
    self.id = id
    self.time = time
    self.payload = payload
  }
}
