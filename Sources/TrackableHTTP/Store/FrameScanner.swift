/// Reads the records of a file one after another, whatever has become of the file.
///
/// - A payload that does not fit its checksum is skipped; the header before it says how long it is.
/// - Where there is no valid header, reading goes on at the next one, if there is one.
/// - What is left at the end and is no record is a torn tail.
///
/// Memory: a window of the file, and the record at hand.
struct FrameScanner {
  struct Found: Equatable {
    let record: StoredRecord
    /// The record's number in its file.
    let ordinal: Int
    /// Where the next one begins.
    let end: Int
  }

  typealias Reader = (_ offset: Int, _ count: Int) throws(FileError) -> [UInt8]

  private static let windowCount = 64 * 1024

  let salt: UInt32
  /// How much of the file is looked at.
  let limit: Int
  /// Where to go on.
  private(set) var offset: Int
  /// The least number that the next record can have. At the end: how many records the file is known to have had.
  private(set) var nextOrdinal: Int
  /// Whether the end of the file is not the end of a record.
  private(set) var isTorn = false

  private var window: [UInt8] = []
  private var windowStart = 0

  init(salt: UInt32, limit: Int, offset: Int = 0, nextOrdinal: Int = 0) {
    self.salt = salt
    self.limit = limit
    self.offset = offset
    self.nextOrdinal = nextOrdinal
  }

  /// Returns the next record that can be read; `nil` at the end.
  mutating func next(_ read: Reader) throws(FileError) -> Found? {
    while offset < limit {
      guard let frame = try header(at: offset, read) else {
        guard let next = try nextHeader(after: offset, read) else { return tearOff() }
        offset = next
        continue
      }
      let start = offset
      let end = start + RecordFrame.headerCount + frame.length
      guard end <= limit, try fill(start, end - start, read) else { return tearOff() }
      offset = end
      nextOrdinal = frame.ordinal + 1
      let payload = window[(start + RecordFrame.headerCount - windowStart)..<(end - windowStart)]
      let checksum = payload.withUnsafeBytes { Checksum.crc32c($0) }
      if checksum == frame.payloadChecksum {
        let record = StoredRecord(id: frame.id, time: frame.time, payload: Array(payload))
        return Found(record: record, ordinal: frame.ordinal, end: end)
      }
    }
    return nil
  }

  private mutating func tearOff() -> Found? {
    isTorn = true
    offset = limit
    return nil
  }

  /// The header at a place, if one is there that can follow what was read.
  private mutating func header(at place: Int, _ read: Reader) throws(FileError) -> RecordFrame? {
    guard try fill(place, RecordFrame.headerCount, read) else { return nil }
    let salt = salt
    let start = place - windowStart
    let frame = window.withUnsafeBytes { window in
      RecordFrame(.init(rebasing: window[start..<(start + RecordFrame.headerCount)]), salt: salt)
    }
    return frame.flatMap { $0.ordinal >= nextOrdinal ? $0 : nil }
  }

  private mutating func nextHeader(after place: Int, _ read: Reader) throws(FileError) -> Int? {
    var place = place + 1
    while place + RecordFrame.headerCount <= limit {
      guard try fill(place, RecordFrame.headerCount, read) else { return nil }
      // Only within the window, and only where a whole header is in it.
      let last = windowStart + window.count - RecordFrame.headerCount
      if let index = window[(place - windowStart)...(last - windowStart)].firstIndex(of: RecordFrame.marker[0]) {
        place = windowStart + index
        if try header(at: place, read) != nil { return place }
        place += 1
      } else {
        place = last + 1
      }
    }
    return nil
  }

  /// Makes sure that these bytes are in the window. Returns whether the file has them.
  private mutating func fill(_ start: Int, _ count: Int, _ read: Reader) throws(FileError) -> Bool {
    if start >= windowStart, start + count <= windowStart + window.count { return true }
    guard start + count <= limit else { return false }
    window = try read(start, min(max(count, Self.windowCount), limit - start))
    windowStart = start
    return window.count >= count
  }
}
