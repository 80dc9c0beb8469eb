/// CRC-32C, the checksum of iSCSI (RFC 3720, appendix B.4): finds every error of up to 32 bits in a row.
enum Checksum {
  /// For each byte, the change that it makes to the checksum.
  private static let table = (UInt32(0)..<256).map { byte in
    (0..<8).reduce(byte) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
  }

  /// The checksum of bytes with the checksum `before`, followed by `bytes`.
  static func crc32c(_ bytes: some Sequence<UInt8>, after before: UInt32 = 0) -> UInt32 {
    let table = table
    return ~bytes.reduce(~before) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
  }
}
