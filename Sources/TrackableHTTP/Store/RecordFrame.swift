import Foundation

/// The form of a record in a file: a header of 44 bytes, and then the payload. Numbers are little-endian.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | `TkE1`: marks the place at which a reader can begin again after damage |
/// | 4 | 4 | length of the payload |
/// | 8 | 4 | number of the record in its file, from 0: shows how many are missing |
/// | 12 | 8 | time in milliseconds since 1970 |
/// | 20 | 16 | id |
/// | 36 | 4 | checksum of the payload |
/// | 40 | 4 | checksum of the 40 bytes before it, seeded with the file's salt |
///
/// The header has its own checksum, so that a reader finds the next record behind a damaged payload. The salt comes
/// from the file's name. So if a payload contains a frame of another file, the reader does not take it for a frame of
/// this file.
struct RecordFrame {
  static let headerCount = 44
  static let marker: [UInt8] = Array("TkE1".utf8)

  /// The position of the payload.
  let payload: Range<Int>
  let ordinal: Int
  let time: Int64
  let id: UUID
  let payloadChecksum: UInt32

  /// The number of bytes of a record in a file.
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

  /// Reads the header at a position; `nil` if there is no header, or if the file ends before the record ends.
  init?(_ bytes: [UInt8], at start: Int, salt: UInt32) {
    guard start + Self.headerCount <= bytes.count, bytes[start...].starts(with: Self.marker) else { return nil }
    // All offsets are within the header, which is within the bytes. The pointer does not leave the closure.
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
  /// Decodes the records of a file one after another, even of a damaged file, until the closure returns false.
  ///
  /// - A payload with a wrong checksum is skipped, by the length in its header.
  /// - At a place without a valid header, the reader continues at the next header, if there is one.
  ///
  /// - Parameters:
  ///   - first: The number of the first record to read.
  ///   - body: Gets each record, and its number in the file.
  /// - Returns: The number of records in the part of the file that was read.
  @discardableResult static func decode(
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

  /// The next record at or behind a position whose number is at least `count`.
  private static func next(in bytes: [UInt8], salt: UInt32, at start: Int, _ count: Int) -> RecordFrame? {
    var offset = start
    while offset < bytes.count {
      if let frame = RecordFrame(bytes, at: offset, salt: salt), frame.ordinal >= count { return frame }
      offset = bytes[(offset + 1)...].firstIndex(of: marker[0]) ?? bytes.count
    }
    return nil
  }

  /// The number of records that a file had, and the end of the last record. The count leaves out an incomplete last
  /// record, which a process has not accepted, because it was killed while it wrote the record.
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
