/// What a store knows of one of its files.
struct StoredSegment {
  /// The file's name as it is on disk.
  var name: SegmentName
  /// The position of its first record in the store's own count.
  let first: Int
  /// Where this process has gone on with a file of another one: the first record of its own in the file, and its position.
  private(set) var joint: (ordinal: Int, position: Int)?
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

  /// The position of a record, by its number in the file.
  func position(of ordinal: Int) -> Int {
    if let joint, ordinal >= joint.ordinal { return joint.position + ordinal - joint.ordinal }
    return first + ordinal
  }

  /// The number of the record at a position; `nil` if it is in another file.
  func ordinal(of position: Int) -> Int? {
    if let joint, position >= joint.position {
      let ordinal = joint.ordinal + position - joint.position
      return ordinal < count ? ordinal : nil
    }
    return 0..<(joint?.ordinal ?? count) ~= position - first ? position - first : nil
  }

  /// The next record that is written behind the others has this position. Returns whether that can be.
  mutating func goOn(at position: Int) -> Bool {
    if self.position(of: count) == position { return true }
    if joint != nil { return false }
    joint = (count, position)
    return true
  }
}
