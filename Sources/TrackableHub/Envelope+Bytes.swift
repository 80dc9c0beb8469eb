extension Envelope {
  /// The form of the bytes. Each version reads those before it: form 1 has neither the type nor options of an event.
  package static let version: UInt8 = 2

  /// The envelope as bytes, for a store. Read again, it has the same id, time to the bit, user, number of attempts and
  /// content: names, the order of properties, the kind of every number, and what nested properties are called where they
  /// are flattened. The call that it stands for is not stored, and neither are values of a `SensitiveKey`.
  ///
  /// The version, the 16 bytes of the ID, the bits of the time, the number of attempts, the user (a 0, or a 1 and the text),
  /// and the words of ``StoredWords``. Numbers have 8 bytes or, where they are lengths, 4, the lowest first.
  package var storedBytes: [UInt8] {
    var words = StoredWords()
    words.bytes = [Self.version]
    withUnsafeBytes(of: id.uuid) { words.bytes += $0 }
    words.append(number: time.timeIntervalSinceReferenceDate.bitPattern)
    words.append(number: Int64(attempt))
    words.append(number: UInt32(userID == nil ? 0 : 1))
    if let userID { words.append(userID) }
    words.append(content)
    return words.bytes
  }

  /// The envelope that was stored as these bytes.
  ///
  /// - Parameter bytes: What ``storedBytes`` made.
  /// - Throws: Why they are not the bytes of an envelope of this version.
  package init(storedBytes bytes: [UInt8]) throws(StoredWords.Unreadable) {
    var reader = StoredWords.Reader(rest: bytes[...], version: bytes.first ?? 0)
    let version = try reader.number(1)
    if !(1...UInt64(Self.version) ~= version) { throw .unknown("envelopes of form \(version)") }
    let id = ID(high: try reader.number(8).byteSwapped, low: try reader.number(8).byteSwapped)
    let time = Double(bitPattern: try reader.number(8))
    let attempt = Int(truncatingIfNeeded: try reader.number(8))
    let userID = try reader.number(4) == 0 ? nil : try reader.word()
    self.init(
      id: id, time: Time(timeIntervalSinceReferenceDate: time), userID: userID, content: try reader.content())
    self.attempt = attempt
  }
}
