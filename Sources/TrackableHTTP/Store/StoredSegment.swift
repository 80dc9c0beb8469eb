/// What a store knows of one of its files.
struct StoredSegment {
  /// The file's name as it is on disk.
  var name: SegmentName
  /// The position of its first record in the store's own count.
  let first: Int
  /// The number and the position of the first record that this process has written behind those of another one.
  private(set) var joint: (ordinal: Int, position: Int)?
  /// How many records it was written with, as far as that is known.
  var count = 0
  /// How many from the start are done with.
  var acknowledged = 0
  /// How many bytes of records it has.
  var bytes = 0
  /// How many bytes it has on disk: with the zeros that the next records are written over.
  var size = 0
  /// The file, open while the store writes to it. While a file is open, no record waits in memory.
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

  /// Gives the next record of the file this position. Returns false if the positions of the file have a jump already.
  mutating func goOn(at position: Int) -> Bool {
    if self.position(of: count) == position { return true }
    if joint != nil { return false }
    joint = (count, position)
    return true
  }
}
