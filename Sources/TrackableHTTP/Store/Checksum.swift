/// CRC-32C, the checksum of iSCSI (RFC 3720, appendix B.4): finds every error of up to 32 bits in a row.
enum Checksum {
  /// Eight tables of 256: what a byte does to the checksum when 0 to 7 bytes follow it. So eight bytes take one step.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 8 * 256)
    for byte in 0..<256 {
      var value = UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1 }
      tables[byte] = value
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = before >> 8 ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  /// The checksum of what has the checksum `before`, followed by `bytes`.
  static func crc32c(_ bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
    // The pointers stay inside the two closures; indexes into the table are single bytes plus a multiple of 256
    // below 8.
    tables.withUnsafeBufferPointer { tables in
      var value = ~before
      var index = 0
      while index + 8 <= bytes.count {
        let low = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)) ^ value
        let high = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self))
        value =
          tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
          ^ tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
          ^ tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
          ^ tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
        index += 8
      }
      while index < bytes.count {
        value = value >> 8 ^ tables[Int((value ^ UInt32(bytes[index])) & 0xFF)]
        index += 1
      }
      return ~value
    }
  }
}
