import Foundation

/// A record as it stands in a file: a header of 44 bytes, then the payload. Numbers are little-endian.
///
/// | at | bytes | |
/// |---|---|---|
/// | 0 | 4 | `TkE1`: where a reader that is lost begins again |
/// | 4 | 4 | length of the payload |
/// | 8 | 4 | number of the record in its file, from 0: tells how many are missing |
/// | 12 | 8 | time in milliseconds since 1970 |
/// | 20 | 16 | id |
/// | 36 | 4 | checksum of the payload |
/// | 40 | 4 | checksum of the 40 bytes before it, begun with the file's salt |
///
/// The header has a checksum of its own, so that a damaged payload does not cost the reader its place. The salt comes
/// from the file's name: a frame of another file that got into a payload is not taken for a frame of this one.
struct RecordFrame {
  static let headerCount = 44
  static let marker: [UInt8] = Array("TkE1".utf8)

  /// Where its payload is.
  let payload: Range<Int>
  let ordinal: Int
  let time: Int64
  let id: UUID
  let payloadChecksum: UInt32

  /// How many bytes a record takes.
  static func count(of record: StoredRecord) -> Int { headerCount + record.payload.count }

  /// Writes a record at the end of `bytes`.
  static func append(_ record: StoredRecord, ordinal: Int, salt: UInt32, to bytes: inout [UInt8]) {
    let start = bytes.count
    bytes += marker
    append(UInt32(record.payload.count), to: &bytes)
    append(UInt32(ordinal), to: &bytes)
    append(record.time, to: &bytes)
    withUnsafeBytes(of: record.id.uuid) { bytes.append(contentsOf: $0) }
    append(Checksum.crc32c(record.payload), to: &bytes)
    append(Checksum.crc32c(bytes[start...], after: salt), to: &bytes)
    bytes += record.payload
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads the header at a place; `nil` if none is there, or the file ends before the record does.
  init?(_ bytes: [UInt8], at start: Int, salt: UInt32) {
    guard start + Self.headerCount <= bytes.count, bytes[start...].starts(with: Self.marker) else { return nil }
    // All offsets are within the header, which is within the bytes. The pointer stays inside the closure.
    func load<Value>(_ offset: Int, as type: Value.Type = UInt32.self) -> Value {
      bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start + offset, as: type) }
    }
    let checksum = Checksum.crc32c(bytes[start..<(start + 40)], after: salt)
    let (first, length) = (start + Self.headerCount, Int(clamping: UInt32(littleEndian: load(4))))
    guard UInt32(littleEndian: load(40)) == checksum, length <= bytes.count - first else { return nil }
    payload = first..<(first + length)
    ordinal = Int(clamping: UInt32(littleEndian: load(8)))
    time = Int64(littleEndian: load(12, as: Int64.self))
    id = UUID(uuid: load(20, as: uuid_t.self))
    payloadChecksum = UInt32(littleEndian: load(36))
  }
}

extension RecordFrame {
  /// Reads the records of a file one after another, also of a damaged one, until the closure returns false.
  ///
  /// - A payload that does not fit its checksum is skipped; the header before it says how long it is.
  /// - Where there is no valid header, reading goes on at the next one, if there is one.
  ///
  /// - Parameters:
  ///   - first: Records with lower numbers are passed over.
  ///   - body: Gets each record, and its number in the file.
  /// - Returns: How many records the file is known to have had, as far as it is read.
  @discardableResult static func read(
    _ bytes: [UInt8], salt: UInt32, from first: Int = 0, _ body: (_ record: StoredRecord, _ ordinal: Int) -> Bool
  ) -> Int {
    var (offset, count) = (0, 0)
    while let frame = next(in: bytes, salt: salt, at: offset, count) {
      (offset, count) = (frame.payload.upperBound, frame.ordinal + 1)
      if frame.ordinal < first { continue }
      let payload = Array(bytes[frame.payload])
      guard Checksum.crc32c(payload) == frame.payloadChecksum else { continue }
      if !body(StoredRecord(id: frame.id, time: frame.time, payload: payload), frame.ordinal) { break }
    }
    return count
  }

  /// The next record at or behind a place, with this number or a higher one.
  private static func next(in bytes: [UInt8], salt: UInt32, at start: Int, _ count: Int) -> RecordFrame? {
    var offset = start
    while offset < bytes.count {
      if let frame = RecordFrame(bytes, at: offset, salt: salt), frame.ordinal >= count { return frame }
      offset = bytes[(offset + 1)...].firstIndex(of: marker[0]) ?? bytes.count
    }
    return nil
  }

  /// How many records a file is known to have had, and where the last one ends. A last record that ends in the zeros
  /// written ahead does not count: a process was killed while it wrote that record, and had not accepted it.
  static func extent(of bytes: [UInt8], salt: UInt32) -> (count: Int, end: Int) {
    var (extent, before) = ((count: 0, end: 0), (count: 0, end: 0))
    var last: RecordFrame?
    while let frame = next(in: bytes, salt: salt, at: extent.end, extent.count) {
      (before, last) = (extent, frame)
      extent = (frame.ordinal + 1, frame.payload.upperBound)
    }
    guard let last, bytes[last.payload].last == 0, bytes[extent.end...].allSatisfy({ $0 == 0 }),
      Checksum.crc32c(bytes[last.payload]) != last.payloadChecksum
    else { return extent }
    return before
  }
}
