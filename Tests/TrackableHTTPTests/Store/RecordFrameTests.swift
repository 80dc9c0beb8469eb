import TestSupport
import Testing

@testable import TrackableHTTP

/// The store reads the whole records of a damaged file, and nothing else.
@Suite struct RecordFrameTests {
  private let salt: UInt32 = 0xDEAD_BEEF

  private func file(_ records: [StoredRecord], salt: UInt32) -> (bytes: [UInt8], ends: [Int]) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    for (ordinal, record) in records.enumerated() {
      RecordFrame.append(record, ordinal: ordinal, salt: salt, to: &bytes)
      ends.append(bytes.count)
    }
    return (bytes, ends)
  }

  private func scan(_ bytes: [UInt8], from first: Int = 0) -> (records: [StoredRecord], count: Int) {
    var records: [StoredRecord] = []
    let count = RecordFrame.decode(bytes, salt: salt, from: first) { record, _ in
      records.append(record)
      return true
    }
    return (records, count)
  }

  private let records = (0..<5).map { StoredRecord.sample(number: $0, time: 1_000, bytes: 3 + $0 * 4) }

  @Test func `A record is read as it was written`() {
    let bytes = file(records, salt: salt).bytes
    #expect(scan(bytes).records == records && scan(bytes).count == 5)
    for first in 0...6 { #expect(scan(bytes, from: first) == (Array(records.dropFirst(first)), 5)) }
    #expect(scan([]).records.isEmpty)
    let large = (0..<7).map { StoredRecord.sample(number: $0, bytes: 60_000) }
    #expect(scan(file(large, salt: salt).bytes).records == large)
  }

  @Test func `A flipped bit costs one record, wherever it is`() {
    let (bytes, ends) = file(records, salt: salt)
    for index in bytes.indices {
      let victim = ends.filter { $0 <= index }.count
      var expected = records
      expected.remove(at: victim)
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        let result = scan(damaged)
        #expect(result.records == expected)
        // It is known to be missing, unless it is the last one.
        #expect(result.count == 5 || victim == 4)
      }
    }
  }

  @Test func `Bytes of another file inside a payload are not taken for a record`() {
    let foreign = file([.sample(number: 99), .sample(number: 98)], salt: salt + 1).bytes
    let carrier = StoredRecord(id: records[0].id, time: 1, payload: foreign)
    var (bytes, ends) = file([records[0], carrier, records[2]], salt: salt)
    // The header of the carrier is gone, so its payload is searched.
    bytes[ends[0] + 5] ^= 1
    #expect(scan(bytes).records == [records[0], records[2]])
  }

  @Test func `A megabyte of noise is passed over`() {
    var random = SeededGenerator(seed: 3)
    var bytes = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next() >> 7) }
    bytes += file(records, salt: salt).bytes
    #expect(scan(bytes).records == records)
  }

  // MARK: The checksum

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

  @Test func `The checksum is that of RFC 3720, in one piece or two`() {
    #expect(Checksum.crc32c("123456789".utf8) == 0xE306_9283)
    var random = SeededGenerator(seed: 7)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      #expect(Checksum.crc32c(bytes) == naive(bytes))
      let cut = random.below(count + 1)
      #expect(Checksum.crc32c(bytes[cut...], after: Checksum.crc32c(bytes[..<cut])) == naive(bytes))
    }
  }
}
