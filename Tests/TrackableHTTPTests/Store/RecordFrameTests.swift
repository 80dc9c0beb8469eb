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

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `Random damage costs the records that it touches and no others`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let records = (0..<40).map { StoredRecord.sample(number: $0, bytes: random.below(200)) }
    var (bytes, ends) = file(records, salt: salt)
    var isTouched = [Bool](repeating: false, count: records.count)
    for _ in 0..<(1 + random.below(6)) {
      let start = random.below(bytes.count)
      for index in start..<min(start + 1 + random.below(100), bytes.count) {
        let new = UInt8(truncatingIfNeeded: random.next())
        if bytes[index] != new { isTouched[ends.filter { $0 <= index }.count] = true }
        bytes[index] = new
      }
    }
    let expected = zip(records, isTouched).filter { !$0.1 }.map(\.0)
    #expect(scan(bytes).records == expected)
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
}
