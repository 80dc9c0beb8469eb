import Foundation
import TrackableHub

/// A delivery in the store: the envelope, and the anonymous ID of its person.
///
/// A record's payload is the length of the anonymous ID in four bytes, the lowest first, then the ID, and then the
/// bytes of the envelope.
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

extension StoredDelivery {
  /// - Parameter known: The properties of earlier deliveries.
  /// - Throws: If the payload has another form.
  init(_ record: StoredRecord, known: KnownProperties = KnownProperties()) throws(StoredWords.Unreadable) {
    let payload = record.payload
    let count = payload.prefix(4).reversed().reduce(0) { $0 << 8 | Int64($1) }
    guard payload.count >= 4, count <= payload.count - 4 else {
      throw StoredWords.Unreadable(description: "The delivery ends too early.")
    }
    let end = 4 + Int(count)
    anonymousID = String(decoding: payload[4..<end], as: UTF8.self)
    envelope = try Envelope(storedBytes: payload, from: end, known: known)
  }
}
