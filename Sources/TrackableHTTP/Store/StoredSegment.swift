/// What a store knows of one of its files.
struct StoredSegment {
  /// The file's name as it is on disk.
  var name: SegmentName
  /// The position of its first record in the store's own count.
  let first: Int
  /// How many records it was written with, as far as that is known.
  var count = 0
  /// How many from the start are done with.
  var acknowledged = 0
  /// How many bytes of records it has.
  var bytes = 0
  /// How many bytes it has on disk: with the zeros that the next records are written over.
  var size = 0
  /// Open, while it is the one that is written to. While there is one, nothing waits in memory.
  var file: OpenFile?

  var waiting: Int { count - acknowledged }
  var positions: Range<Int> { first..<(first + count) }
}
