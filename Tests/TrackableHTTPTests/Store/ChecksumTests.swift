import TestSupport
import Testing

@testable import TrackableHTTP

@Suite struct ChecksumTests {
  private func checksum(_ bytes: [UInt8], after before: UInt32 = 0) -> UInt32 {
    Checksum.crc32c(bytes, after: before)
  }

  /// The definition, bit by bit.
  private func naive(_ bytes: [UInt8]) -> UInt32 {
    var value = ~UInt32(0)
    for byte in bytes {
      for bit in 0..<8 {
        let isSet = (value ^ UInt32(byte >> UInt8(bit))) & 1 == 1
        value = isSet ? value >> 1 ^ 0x82F6_3B78 : value >> 1
      }
    }
    return ~value
  }

  @Test func `The checksum is that of RFC 3720`() {
    #expect(checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
    #expect(checksum([UInt8](repeating: 0xFF, count: 32)) == 0x62A8_AB43)
    #expect(checksum(Array(0..<32)) == 0x46DD_794E)
    #expect(checksum(Array("123456789".utf8)) == 0xE306_9283)
  }

  @Test func `A byte at a time gives what one bit at a time gives, in one piece or two`() {
    var random = SeededGenerator(seed: 7)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(checksum(bytes) == naive(bytes))
      let cut = random.below(count + 1)
      #expect(checksum(Array(bytes[cut...]), after: checksum(Array(bytes[..<cut]))) == naive(bytes))
    }
  }
}
