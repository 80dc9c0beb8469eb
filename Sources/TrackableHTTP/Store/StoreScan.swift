/// What a file of another process turned out to hold.
struct StoreScan: Equatable {
  let name: SegmentName
  let size: Int
  /// How many records it is known to have had.
  private(set) var count = 0
  /// How many can be read and are still to be delivered.
  private(set) var live = 0
  /// How many are still to be delivered and cannot be read.
  var missing: Int { max(count - name.acknowledged, 0) - live }
  private(set) var isTorn = false
  /// Where the first record to be delivered begins, or one before it.
  private(set) var offset = 0
  private var oldest = Int64.max
  private var newest = Int64.min

  /// Reads a file from its beginning to its end, in pieces.
  init(_ name: SegmentName, size: Int, _ read: FrameScanner.Reader) throws(FileError) {
    self.name = name
    self.size = size
    var scanner = FrameScanner(salt: name.salt, limit: size)
    while let found = try scanner.next(read) {
      if found.ordinal < name.acknowledged {
        offset = found.end
        continue
      }
      live += 1
      oldest = min(oldest, found.record.time)
      newest = max(newest, found.record.time)
    }
    count = scanner.nextOrdinal
    isTorn = scanner.isTorn
  }

  func segment(first: Int) -> StoredSegment {
    var segment = StoredSegment(name: name, first: first)
    segment.count = count
    segment.live = live
    segment.acknowledged = name.acknowledged
    segment.length = size
    segment.size = size
    segment.offset = offset
    segment.oldest = oldest
    segment.newest = newest
    return segment
  }
}
