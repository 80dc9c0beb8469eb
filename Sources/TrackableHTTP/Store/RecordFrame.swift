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
struct RecordFrame: Equatable {
  static let headerCount = 44
  static let marker: [UInt8] = Array("TkE1".utf8)
  /// No payload is longer: a file holds at most about a megabyte.
  static let longestPayload = 1_000_000

  let length: Int
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
    append(record.payload.withUnsafeBytes { Checksum.crc32c($0) }, to: &bytes)
    let checksum = bytes.withUnsafeBytes { Checksum.crc32c(.init(rebasing: $0[start...]), after: salt) }
    append(checksum, to: &bytes)
    bytes += record.payload
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Reads a header; `nil` if these bytes are not one.
  ///
  /// - Parameters:
  ///   - bytes: At least as many as a header has.
  ///   - salt: The file's.
  init?(_ bytes: UnsafeRawBufferPointer, salt: UInt32) {
    guard bytes.prefix(4).elementsEqual(Self.marker) else { return nil }
    // All offsets below are within the header, which the caller has made sure is there.
    let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 40, as: UInt32.self))
    guard Checksum.crc32c(.init(rebasing: bytes[..<40]), after: salt) == checksum else { return nil }
    length = Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    ordinal = Int(clamping: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    time = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: 12, as: Int64.self))
    id = UUID(uuid: bytes.loadUnaligned(fromByteOffset: 20, as: uuid_t.self))
    payloadChecksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 36, as: UInt32.self))
    guard length <= Self.longestPayload else { return nil }
  }
}
