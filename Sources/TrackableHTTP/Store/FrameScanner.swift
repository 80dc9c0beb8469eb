/// Reads the records of a file one after another, also of a damaged one.
///
/// - A payload that does not fit its checksum is skipped; the header before it says how long it is.
/// - Where there is no valid header, reading goes on at the next one, if there is one.
struct FrameScanner {
  private let bytes: [UInt8]
  private let salt: UInt32
  private var offset = 0
  /// How many records the file is known to have had, as far as it is read.
  private(set) var count = 0

  init(_ bytes: [UInt8], salt: UInt32) {
    self.bytes = bytes
    self.salt = salt
  }

  /// The next record that can be read, and its number in its file; `nil` at the end. Those with lower numbers than
  /// `first` are passed over.
  mutating func next(from first: Int = 0) -> (record: StoredRecord, ordinal: Int)? {
    while offset < bytes.count {
      guard let frame = RecordFrame(bytes, at: offset, salt: salt), frame.ordinal >= count else {
        offset = bytes[(offset + 1)...].firstIndex(of: RecordFrame.marker[0]) ?? bytes.count
        continue
      }
      offset = frame.payload.upperBound
      count = frame.ordinal + 1
      if frame.ordinal < first { continue }
      let payload = Array(bytes[frame.payload])
      if Checksum.crc32c(payload) == frame.payloadChecksum {
        return (StoredRecord(id: frame.id, time: frame.time, payload: payload), frame.ordinal)
      }
    }
    return nil
  }
}
