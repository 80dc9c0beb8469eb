extension Envelope {
  /// The version of the stored form. Each version also reads the forms of earlier versions. Form 1 has neither an
  /// event's type nor its options.
  package static let version: UInt8 = 2

  /// The envelope as bytes, for a store. The stored envelope keeps the ID, the exact time, the user, the number of
  /// attempts and the content: names, the order of properties, the kind of each number, and the flattened names of
  /// nested properties. The bytes contain neither the call nor values of a `SensitiveKey`.
  ///
  /// The order: the version, the 16 bytes of the ID, the bits of the time, the number of attempts, the user (a 0, or a
  /// 1 and the text), and the words of ``StoredWords``. Numbers have 8 bytes, and lengths have 4, the lowest byte
  /// first.
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

  /// Reads an envelope from its stored bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes from ``storedBytes``.
  ///   - known: The keys of earlier envelopes.
  /// - Throws: An error if the bytes are damaged, or from a newer version.
  package init(storedBytes bytes: [UInt8], known: KnownKeys = KnownKeys()) throws(StoredWords.Unreadable) {
    var reader = StoredWords.Reader(rest: bytes.dropFirst(), version: bytes.first ?? 0, known: known)
    if !(1...Self.version ~= reader.version) { throw .unknown("envelopes of form \(reader.version)") }
    let id = ID(high: try reader.number(8).byteSwapped, low: try reader.number(8).byteSwapped)
    let time = Double(bitPattern: try reader.number(8))
    let attempt = Int(truncatingIfNeeded: try reader.number(8))
    let userID = try reader.number(4) == 0 ? nil : try reader.word()
    self.init(
      id: id, time: Time(timeIntervalSinceReferenceDate: time), userID: userID, content: try reader.content())
    self.attempt = attempt
  }
}
