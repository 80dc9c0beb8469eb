import Foundation
import TrackableHub

/// A delivery in the store: the envelope, and the anonymous ID of its person.
///
/// The payload of a record begins with the length of the anonymous ID in four bytes, the lowest byte first. The ID and
/// the bytes of the envelope follow.
struct StoredDelivery {
  var envelope: Envelope
  let anonymousID: String

  var record: StoredRecord {
    var payload: [UInt8] = []
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: anonymousID.utf8.count).littleEndian) { payload += $0 }
    payload += anonymousID.utf8
    payload += envelope.storedBytes
    return StoredRecord(id: envelope.id, time: Int64(Date().timeIntervalSince1970 * 1_000), payload: payload)
  }
}

extension Envelope {
  /// Whether the delivery was put aside because it has failed alone, so that others need not wait for it.
  ///
  /// In the store, the number of attempts says only this: 1 means that the record waits in its order, and 2 means that
  /// it was put aside.
  var isAside: Bool {
    get { attempt > 1 }
    set { attempt = newValue ? 2 : 1 }
  }
}

extension StoredDelivery {
  /// - Parameter known: The keys of earlier deliveries.
  /// - Throws: An error if the payload has another form.
  init(_ record: StoredRecord, known: KnownKeys = KnownKeys()) throws(StoredWords.Unreadable) {
    let count = record.payload.prefix(4).reversed().reduce(0) { $0 << 8 | Int64($1) }
    let bytes = record.payload.dropFirst(4)
    guard record.payload.count >= 4, count <= bytes.count else { throw .damaged }
    anonymousID = String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
    envelope = try Envelope(storedBytes: Array(bytes.dropFirst(Int(count))), known: known)
  }
}
