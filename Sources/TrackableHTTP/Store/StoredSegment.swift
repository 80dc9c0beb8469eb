/// What a store knows of one of its files.
struct StoredSegment: Equatable {
  /// The file's name as it is on disk.
  var name: SegmentName
  /// The position of its first record in the store's own count.
  let first: Int
  /// How many records it was written with, as far as that is known.
  var count = 0
  /// How many of them are to be delivered.
  var live = 0
  /// How many from the start are done with.
  var acknowledged = 0
  /// The bytes that hold records.
  var length = 0
  /// The bytes that the file takes.
  var size = 0
  /// Where to begin reading: not after the first record to be delivered.
  var offset = 0
  /// When the first and the newest of its records were made.
  var oldest = Int64.max
  var newest = Int64.min
  /// Left alone until the next look into the folder.
  var isUnreadable = false

  var positions: Range<Int> { first..<(first + count) }

  func isSameFile(as other: SegmentName) -> Bool { name.isSameFile(as: other) }
}
