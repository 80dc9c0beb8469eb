import TestSupport
import Testing

@testable import TrackableHTTP

/// Whatever becomes of a file, what is whole in it is read, and nothing else.
@Suite struct FrameScannerTests {
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

  private func scan(_ bytes: [UInt8]) throws -> (records: [StoredRecord], isTorn: Bool, count: Int) {
    var scanner = FrameScanner(salt: salt, limit: bytes.count)
    var records: [StoredRecord] = []
    while let found = try scanner.next({ offset, count in Array(bytes[offset...].prefix(count)) }) {
      records.append(found.record)
    }
    return (records, scanner.isTorn, scanner.nextOrdinal)
  }

  private let records = (0..<5).map { StoredRecord.sample(number: $0, time: 1_000, bytes: 3 + $0 * 4) }

  @Test func `What was written is read`() throws {
    let all = try scan(file(records, salt: salt).bytes)
    #expect(all.records == records && !all.isTorn && all.count == 5)
    #expect(try scan([]).records.isEmpty)
    let large = (0..<7).map { StoredRecord.sample(number: $0, bytes: 60_000) }
    #expect(try scan(file(large, salt: salt).bytes).records == large)
  }

  @Test func `A file that is cut anywhere gives the records before the cut`() throws {
    let (bytes, ends) = file(records, salt: salt)
    for cut in 0...bytes.count {
      let result = try scan(Array(bytes[..<cut]))
      let whole = ends.filter { $0 <= cut }.count
      #expect(result.records == Array(records[..<whole]))
      #expect(result.isTorn == (cut != 0 && !ends.contains(cut)))
    }
  }

  @Test func `A flipped bit costs one record, wherever it is`() throws {
    let (bytes, ends) = file(records, salt: salt)
    for index in bytes.indices {
      let victim = ends.filter { $0 <= index }.count
      var expected = records
      expected.remove(at: victim)
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        let result = try scan(damaged)
        #expect(result.records == expected)
        // It is known to be missing, or else the file is known to be torn.
        #expect(result.count == 5 || (victim == 4 && result.isTorn))
      }
    }
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `Random damage costs the records that it touches and no others`(_ seed: Int) throws {
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
    #expect(try scan(bytes).records == expected)
  }

  @Test func `Bytes of another file inside a payload are not taken for a record`() throws {
    let foreign = file([.sample(number: 99), .sample(number: 98)], salt: salt + 1).bytes
    let carrier = StoredRecord(id: records[0].id, time: 1, payload: foreign)
    var (bytes, ends) = file([records[0], carrier, records[2]], salt: salt)
    // The header of the carrier is gone, so its payload is searched.
    bytes[ends[0] + 5] ^= 1
    #expect(try scan(bytes).records == [records[0], records[2]])
  }

  @Test func `A megabyte of noise is read through in pieces`() throws {
    var random = SeededGenerator(seed: 3)
    var bytes = (0..<1_000_000).map { _ in UInt8(truncatingIfNeeded: random.next() >> 7) }
    bytes += file(records, salt: salt).bytes
    var largest = 0
    var scanner = FrameScanner(salt: salt, limit: bytes.count)
    var found = 0
    while try scanner.next({ offset, count in
      largest = max(largest, count)
      return Array(bytes[offset...].prefix(count))
    }) != nil { found += 1 }
    #expect(found == 5 && largest <= 100_000)
  }
}
