import Foundation
import TrackableHub

/// What is stored of a delivery: the envelope, and who the user was while nobody had signed in.
///
/// A record's payload begins with the version of this layout, the number of attempts and the time, and goes on with words,
/// each behind its length: the user (empty if not known, otherwise behind a letter), the anonymous id, and those of the
/// content.
struct StoredDelivery {
  let envelope: Envelope
  let anonymousID: String

  private static let version: UInt8 = 1

  var record: StoredRecord {
    var writer = Writer()
    writer.write(Self.version)
    writer.write(UInt64(clamping: envelope.attempt))
    writer.write(envelope.time.timeIntervalSinceReferenceDate.bitPattern)
    writer.write(envelope.userID.map { "u" + $0 } ?? "")
    writer.write(anonymousID)
    var words = StoredWords()
    words.append(envelope.content)
    for word in words.words { writer.write(word) }
    return StoredRecord(
      id: envelope.id, time: Int64(Date().timeIntervalSince1970 * 1_000), payload: writer.bytes)
  }

  init(_ envelope: Envelope, anonymousID: String) {
    self.envelope = envelope
    self.anonymousID = anonymousID
  }

  /// - Throws: If a newer version has stored it.
  init(_ record: StoredRecord) throws(StoredWords.Unreadable) {
    var reader = Reader(bytes: record.payload[...])
    guard try reader.byte() == Self.version else {
      throw StoredWords.Unreadable(description: "Another version of the library has stored it.")
    }
    let attempt = Int(clamping: try reader.number())
    let time = Date(timeIntervalSinceReferenceDate: Double(bitPattern: try reader.number()))
    let user = try reader.word()
    anonymousID = try reader.word()
    var words: [String] = []
    while !reader.bytes.isEmpty { words.append(try reader.word()) }
    var content = StoredWords.Reader(words)
    envelope = Envelope(
      id: record.id, time: time, userID: user.isEmpty ? nil : String(user.unicodeScalars.dropFirst()), attempt: attempt,
      content: try content.content())
  }

  private struct Writer {
    var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(256) }

    mutating func write(_ byte: UInt8) { bytes.append(byte) }

    mutating func write(_ number: UInt64) {
      for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    mutating func write(_ word: String) {
      var length = word.utf8.count
      // Seven bits a byte, the lowest first; the highest bit says that more follow.
      while length > 127 {
        bytes.append(UInt8(length & 127) | 128)
        length >>= 7
      }
      bytes.append(UInt8(length))
      bytes.append(contentsOf: word.utf8)
    }
  }

  private struct Reader {
    var bytes: ArraySlice<UInt8>

    mutating func byte() throws(StoredWords.Unreadable) -> UInt8 {
      guard let byte = bytes.popFirst() else { throw StoredWords.Unreadable(description: "It ends too early.") }
      return byte
    }

    mutating func number() throws(StoredWords.Unreadable) -> UInt64 {
      var number: UInt64 = 0
      for shift in stride(from: 0, to: 64, by: 8) { number |= UInt64(try byte()) << UInt64(shift) }
      return number
    }

    mutating func word() throws(StoredWords.Unreadable) -> String {
      var length = 0
      var shift = 0
      while true {
        let byte = try byte()
        length |= Int(byte & 127) << shift
        if byte < 128 { break }
        shift += 7
        if shift > 28 { throw StoredWords.Unreadable(description: "A word is too long.") }
      }
      guard length <= bytes.count else { throw StoredWords.Unreadable(description: "It ends too early.") }
      defer { bytes = bytes.dropFirst(length) }
      return String(decoding: bytes.prefix(length), as: UTF8.self)
    }
  }
}
