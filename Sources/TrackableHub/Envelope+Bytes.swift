#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Envelope {
  /// The form of the bytes. Each version reads those before it: form 1 has neither the type nor options of an event.
  package static let version: UInt64 = 2

  /// The envelope as bytes, for a store. Read again, it has the same id, time to the bit, user, number of attempts and
  /// content: names, the order of properties, the kind of every number, and what nested properties are called where they
  /// are flattened. The call that it stands for is not stored, and neither is what has a `SensitiveKey`.
  ///
  /// The version, the 16 bytes of the ID, the bits of the time, the number of attempts, the user (a 0, or a 1 and the text),
  /// and the words of ``StoredWords``. Numbers have 8 bytes or, where they are lengths, 4, the lowest first.
  package var storedBytes: [UInt8] {
    var words = StoredWords()
    words.append(content)
    var bytes = [UInt8(truncatingIfNeeded: Self.version)]
    bytes.reserveCapacity(words.words.reduce(64) { $0 + $1.utf8.count + 4 })
    withUnsafeBytes(of: id.uuid) { bytes += $0 }
    func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    func append(_ text: String) {
      append(UInt32(truncatingIfNeeded: text.utf8.count))
      bytes += text.utf8
    }
    append(time.timeIntervalSinceReferenceDate.bitPattern)
    append(Int64(attempt))
    append(UInt32(userID == nil ? 0 : 1))
    if let userID { append(userID) }
    for word in words.words { append(word) }
    return bytes
  }

  /// The envelope that was stored as these bytes.
  ///
  /// - Parameter bytes: What ``storedBytes`` made.
  /// - Throws: Why they are not the bytes of an envelope of this version.
  package init(storedBytes bytes: [UInt8]) throws(StoredWords.Unreadable) {
    var rest = bytes[...]
    func take(_ count: Int) throws(StoredWords.Unreadable) -> ArraySlice<UInt8> {
      guard 0...rest.count ~= count else { throw StoredWords.Unreadable(description: "The envelope ends too early.") }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count)
    }
    func number(_ count: Int) throws(StoredWords.Unreadable) -> UInt64 {
      try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func text() throws(StoredWords.Unreadable) -> String {
      String(decoding: try take(Int(clamping: try number(4))), as: UTF8.self)
    }
    let version = try number(1)
    if !(1...Self.version ~= version) {
      throw StoredWords.Unreadable(
        description: "This version does not know envelopes of form \(version); a newer one may have stored it.")
    }
    let id = Array(try take(16))
    let time = Double(bitPattern: try number(8))
    let attempt = Int(truncatingIfNeeded: try number(8))
    let userID = try number(4) == 0 ? nil : try text()
    var words: [String] = []
    while !rest.isEmpty { words.append(try text()) }
    var reader = StoredWords.Reader(words, version: version)
    self.init(
      // Invariant: there are 16 bytes, and each value of them is a UUID.
      id: UUID(uuid: id.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }),
      time: Date(timeIntervalSinceReferenceDate: time), userID: userID, attempt: attempt,
      content: try reader.content())
  }
}
