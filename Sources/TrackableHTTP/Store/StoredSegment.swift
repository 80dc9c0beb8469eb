/// What a store knows about one of its files.
struct StoredSegment {
  /// The file's name on disk.
  var name: SegmentName
  /// The position of its first record in the store's count of all records.
  let first: Int
  /// The first record that this process has written behind the records of another process: its number in the file, and
  /// its position in the store. At this record, the positions may have a gap.
  private(set) var joint: (ordinal: Int, position: Int)?
  /// The number of written records that the store knows of.
  var count = 0
  /// The number of records at the start whose delivery has ended.
  var acknowledged = 0
  /// The number of bytes of records.
  var bytes = 0
  /// The size on disk, including the zeros behind the records.
  var size = 0
  /// The file, open while the store writes to it. While a file is open, no record waits in memory.
  var file: OpenFile?

  var waiting: Int { count - acknowledged }

  /// The position of a record, by its number in the file.
  func position(of ordinal: Int) -> Int {
    if let joint, ordinal >= joint.ordinal { return joint.position + ordinal - joint.ordinal }
    return first + ordinal
  }

  /// The number in the file of the record at a position; `nil` if the record is in another file.
  func ordinal(of position: Int) -> Int? {
    if let joint, position >= joint.position {
      let ordinal = joint.ordinal + position - joint.position
      return ordinal < count ? ordinal : nil
    }
    return 0..<(joint?.ordinal ?? count) ~= position - first ? position - first : nil
  }

  /// Sets the position of the file's next record. The positions of a file may have one gap, ``joint``. Returns false if
  /// the position would need a second gap.
  mutating func join(at position: Int) -> Bool {
    if self.position(of: count) == position { return true }
    if joint != nil { return false }
    joint = (count, position)
    return true
  }
}
