import TrackableHub

/// The contents of a store: the files in the order of delivery, the records that wait in memory behind the files, and
/// the figures of all records. This value only decides what happens to records; ``StoreJournal`` changes the files.
struct StoreContents {
  /// The files in the order of delivery. Files are sorted by the start of their process, and then by their numbers.
  var segments: [StoredSegment] = []
  /// The records that are not in a file yet.
  private(set) var held: [StoredRecord] = []
  /// The position of the next record of this process, from 0. Records in a file have consecutive positions, and the
  /// records in memory have the last positions. So the process must write every record that it has accepted to the open
  /// file.
  private var nextPosition = 0
  /// The position of the next record that is adopted from another process. It is always below 0.
  private var nextAdopted = Int.min / 2
  private var counts = StoredFigures()

  private var heldPositions: Range<Int> { (nextPosition - held.count)..<nextPosition }

  /// The figures of all records. At any time, `accepted + adopted` equals the sum of the other figures.
  var figures: StoredFigures {
    var figures = counts
    figures.stored = segments.reduce(0) { $0 + $1.waiting }
    figures.inMemory = held.count
    return figures
  }

  var isEmpty: Bool { held.isEmpty && segments.allSatisfy { $0.waiting == 0 } }
  var fileBytes: Int { segments.reduce(0) { $0 + $1.size } }
  var heldBytes: Int { held.reduce(0) { $0 + RecordFrame.count(of: $1) } }

  // MARK: Incoming records

  /// Accepts new records, and refuses those larger than `longest` bytes. Returns the number of accepted records.
  mutating func accept(_ records: [StoredRecord], longest: Int) -> Int {
    let taken = records.filter { RecordFrame.count(of: $0) <= longest }
    held += taken
    nextPosition += taken.count
    counts.accepted += records.count
    countDropped(records.count - taken.count, .rejected)
    return taken.count
  }

  /// Counts records as purged, without accepting them.
  mutating func countPurged(_ count: Int) {
    counts.accepted += count
    countDropped(count, .purged)
  }

  private mutating func countDropped(_ count: Int, _ fate: TrackerLedger.Fate) {
    if count > 0 { counts.dropped[fate] += count }
  }

  /// Removes the last `count` records, as far as they still wait in memory, and returns their IDs.
  mutating func withdraw(_ count: Int) -> Set<StoredRecord.ID> {
    let unwritten = held.suffix(count)
    held.removeLast(unwritten.count)
    nextPosition -= unwritten.count
    counts.accepted -= unwritten.count
    return Set(unwritten.map(\.id))
  }

  /// The first records in memory in the form of a file, as many as fit into `room`. Returns their bytes and their
  /// number.
  func frames(_ most: Int, fitting room: Int, behind segment: StoredSegment) -> (bytes: [UInt8], count: Int) {
    var bytes: [UInt8] = []
    let salt = segment.name.salt
    for (index, record) in held.enumerated() {
      if index >= most || bytes.count + RecordFrame.count(of: record) > room { return (bytes, index) }
      RecordFrame.append(record, ordinal: segment.count + index, salt: salt, to: &bytes)
    }
    return (bytes, held.count)
  }

  /// Moves the first `count` records from memory to a file, after they were written.
  mutating func moveHeld(_ count: Int, upTo end: Int, in index: Int) {
    segments[index].count += count
    segments[index].bytes = end
    held.removeFirst(count)
  }

  /// Drops the oldest records in memory beyond a number of bytes. Returns whether there were any.
  mutating func trimHeld(to limit: Int) -> Bool {
    var bytes = heldBytes
    let excess = held.prefix { record in
      defer { bytes -= RecordFrame.count(of: record) }
      return bytes > limit
    }.count
    held.removeFirst(excess)
    countDropped(excess, .overflow)
    return excess > 0
  }

  // MARK: Outgoing records

  /// Adds the records of a file to a batch, and drops records at the front that are too old. Returns whether the batch
  /// has room for more records.
  mutating func gather(from index: Int, _ bytes: [UInt8], into batch: inout StoredBatch, deadline: Double) -> Bool {
    let segment = segments[index]
    var (isReadable, hasRoom) = (false, true)
    RecordFrame.decode(bytes, salt: segment.name.salt, from: segment.acknowledged) { record, ordinal in
      isReadable = true
      hasRoom = gather(record, segment.position(of: ordinal), into: &batch, deadline: deadline)
      return hasRoom
    }
    if !isReadable {
      countDropped(segment.waiting, .damaged)
      segments[index].acknowledged = segment.count
    }
    return hasRoom
  }

  /// Adds the records in memory to a batch, and drops records at the front that are too old.
  mutating func gatherHeld(into batch: inout StoredBatch, deadline: Double) {
    for (record, position) in zip(held, heldPositions) {
      if !gather(record, position, into: &batch, deadline: deadline) { return }
    }
  }

  private mutating func gather(
    _ record: StoredRecord, _ position: Int, into batch: inout StoredBatch, deadline: Double
  ) -> Bool {
    guard batch.records.isEmpty, Double(record.time) < deadline else { return batch.append(record, position) }
    if finish(position) { countDropped(1, .expired) }
    return true
  }

  /// Applies the endings of records.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending]
  ) {
    for (record, position) in zip(batch.records, batch.positions).prefix(count) where finish(position) {
      switch endings[record.id] ?? .delivered {
      case .delivered: counts.delivered += 1
      case .rejected: countDropped(1, .rejected)
      case .skipped: countDropped(1, .unsupported)
      case .again: counts.accepted -= 1
      }
    }
  }

  /// Whether a record still has to be delivered: its delivery has not ended, and the record was not lost.
  func isWaiting(_ position: Int) -> Bool {
    heldPositions.contains(position)
      || segments.contains { segment in segment.ordinal(of: position).map { $0 >= segment.acknowledged } ?? false }
  }

  /// Notes that the delivery of a record has ended. If records before it in the same file have not ended, they count as
  /// damaged, because the store could not read them. Returns false if the record had already ended, or was lost.
  private mutating func finish(_ position: Int) -> Bool {
    // All records before this record have ended or were dropped, so it is the first record in memory.
    if position == heldPositions.first {
      held.removeFirst()
      return true
    }
    for index in segments.indices {
      let done = segments[index].acknowledged
      guard let ordinal = segments[index].ordinal(of: position), ordinal >= done else { continue }
      segments[index].acknowledged = ordinal + 1
      countDropped(ordinal - done, .damaged)
      return true
    }
    return false
  }

  // MARK: New and removed files

  func index(of name: SegmentName) -> Int? { segments.firstIndex { $0.name.place == name.place } }

  func has(_ folder: UInt64) -> Bool { segments.contains { $0.name.origin == folder } }

  /// The index of the file that is open for writing.
  var current: Int? { segments.firstIndex { $0.file != nil } }

  /// Adds a new file of this process for the records in memory.
  mutating func begin(_ name: SegmentName, _ file: OpenFile) {
    insert(StoredSegment(name: name, first: heldPositions.lowerBound, file: file))
  }

  /// The index of the last file in a folder, if the file has fewer bytes than `bytes`.
  func last(in folder: UInt64, below bytes: Int) -> Int? {
    guard let index = segments.lastIndex(where: { $0.name.origin == folder }), segments[index].bytes < bytes,
      segments[index].waiting > 0
    else { return nil }
    return index
  }

  /// Prepares a file for the records in memory, behind its existing records. Returns false if the file cannot take
  /// them.
  mutating func join(_ index: Int) -> Bool { segments[index].join(at: heldPositions.lowerBound) }

  /// Takes over a file of an ended process. Returns its index.
  mutating func adopt(_ name: SegmentName, _ bytes: [UInt8]) -> Int {
    let extent = RecordFrame.extent(of: bytes, salt: name.salt)
    let count = max(extent.count, name.acknowledged)
    let segment = StoredSegment(
      name: name, first: nextAdopted, count: count, acknowledged: name.acknowledged, bytes: extent.end,
      size: bytes.count)
    nextAdopted += count
    counts.adopted += count - name.acknowledged
    return insert(segment)
  }

  @discardableResult private mutating func insert(_ segment: StoredSegment) -> Int {
    let index = segments.firstIndex { segment.name.place < $0.name.place } ?? segments.count
    segments.insert(segment, at: index)
    return index
  }

  /// Forgets a file whose records are lost, and counts its waiting records under the given fate.
  mutating func lose(_ index: Int, _ fate: TrackerLedger.Fate) {
    countDropped(segments.remove(at: index).waiting, fate)
  }

  /// Forgets a file that another process has taken over, and counts its waiting records as handed over.
  mutating func handOver(_ index: Int) { counts.handedOver += segments.remove(at: index).waiting }

  /// Removes all records.
  mutating func purge() {
    countDropped(held.count + segments.reduce(0) { $0 + $1.waiting }, .purged)
    segments = []
    held = []
  }
}
