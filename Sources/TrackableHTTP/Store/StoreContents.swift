import TrackableHub

/// The contents of a store: files in the order of delivery, records that wait in memory behind the files, and the
/// account of all records. This value decides, and changes no file: ``StoreJournal`` does that.
struct StoreContents {
  /// The files in the order of delivery: first those of the process that began first, and those of one process in their
  /// order.
  var segments: [StoredSegment] = []
  /// Records that are not in a file yet.
  private(set) var held: [StoredRecord] = []
  /// The position of the next record of this process, from 0. Records in a file have consecutive positions, and those
  /// in memory have the last ones. So a file that is open for writing must not miss a record.
  private var nextPosition = 0
  /// Positions of adopted records are below 0.
  private var nextAdopted = Int.min / 2
  private var counts = StoredAccount()

  private var heldPositions: Range<Int> { (nextPosition - held.count)..<nextPosition }

  /// Whenever it is read, `accepted + adopted` equals the sum of all others.
  var ledger: StoredAccount {
    var ledger = counts
    ledger.stored = segments.reduce(0) { $0 + $1.waiting }
    ledger.inMemory = held.count
    return ledger
  }

  var isEmpty: Bool { held.isEmpty && segments.allSatisfy { $0.waiting == 0 } }
  var fileBytes: Int { segments.reduce(0) { $0 + $1.size } }
  var heldBytes: Int { held.reduce(0) { $0 + RecordFrame.count(of: $1) } }

  // MARK: Records that come in

  /// Takes new records, and refuses those that are larger than `longest` bytes. Returns how many it took.
  mutating func accept(_ records: [StoredRecord], longest: Int) -> Int {
    let taken = records.filter { RecordFrame.count(of: $0) <= longest }
    held += taken
    nextPosition += taken.count
    counts.accepted += records.count
    drop(records.count - taken.count, .rejected)
    return taken.count
  }

  /// Counts so many records as purged, and takes none of them.
  mutating func refuse(_ count: Int) {
    counts.accepted += count
    drop(count, .purged)
  }

  private mutating func drop(_ count: Int, _ fate: TrackerLedger.Fate) {
    if count > 0 { counts.dropped[fate, default: 0] += count }
  }

  /// Takes back the last `count` records, as far as they wait in memory. Returns those.
  mutating func withdraw(_ count: Int) -> Set<StoredRecord.ID> {
    let unwritten = held.suffix(count)
    held.removeLast(unwritten.count)
    nextPosition -= unwritten.count
    counts.accepted -= unwritten.count
    return Set(unwritten.map(\.id))
  }

  /// The first records in memory as bytes of a file, as many as fit into so many bytes, and how many they are.
  func frames(_ most: Int, fitting room: Int, behind segment: StoredSegment) -> (bytes: [UInt8], count: Int) {
    var bytes: [UInt8] = []
    let salt = segment.name.salt
    for (index, record) in held.enumerated() {
      if index >= most || bytes.count + RecordFrame.count(of: record) > room { return (bytes, index) }
      RecordFrame.append(record, ordinal: segment.count + index, salt: salt, to: &bytes)
    }
    return (bytes, held.count)
  }

  /// The first `count` records in memory are in a file now.
  mutating func moveHeld(_ count: Int, upTo end: Int, in index: Int) {
    segments[index].count += count
    segments[index].bytes = end
    held.removeFirst(count)
  }

  /// Drops the oldest records in memory beyond this many bytes. Returns whether there were any.
  mutating func trimHeld(to limit: Int) -> Bool {
    var bytes = heldBytes
    let excess = held.prefix { record in
      defer { bytes -= RecordFrame.count(of: record) }
      return bytes > limit
    }.count
    held.removeFirst(excess)
    drop(excess, .overflow)
    return excess > 0
  }

  // MARK: Records that go out

  /// Adds records of a file to a batch. Old ones in front of all others are dropped. Returns whether there is room for more.
  mutating func gather(from index: Int, _ bytes: [UInt8], into batch: inout StoredBatch, deadline: Double) -> Bool {
    let segment = segments[index]
    var (isReadable, hasRoom) = (false, true)
    RecordFrame.read(bytes, salt: segment.name.salt, from: segment.acknowledged) { record, ordinal in
      isReadable = true
      hasRoom = take(record, segment.position(of: ordinal), into: &batch, deadline: deadline)
      return hasRoom
    }
    if !isReadable {
      drop(segment.waiting, .damaged)
      segments[index].acknowledged = segment.count
    }
    return hasRoom
  }

  /// Adds records in memory to a batch, and drops those in front of all others that are too old.
  mutating func gatherHeld(into batch: inout StoredBatch, deadline: Double) {
    for (record, position) in zip(held, heldPositions) {
      if !take(record, position, into: &batch, deadline: deadline) { return }
    }
  }

  private mutating func take(
    _ record: StoredRecord, _ position: Int, into batch: inout StoredBatch, deadline: Double
  ) -> Bool {
    guard batch.records.isEmpty, Double(record.time) < deadline else { return batch.take(record, position) }
    if finish(position) { drop(1, .expired) }
    return true
  }

  /// Takes note of what became of records.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending]
  ) {
    for (record, position) in zip(batch.records, batch.positions).prefix(count) where finish(position) {
      switch endings[record.id] ?? .delivered {
      case .delivered: counts.delivered += 1
      case .rejected: drop(1, .rejected)
      case .skipped: drop(1, .unsupported)
      case .again: counts.accepted -= 1
      }
    }
  }

  /// Whether a record is neither done with nor lost.
  func isWaiting(_ position: Int) -> Bool {
    heldPositions.contains(position)
      || segments.contains { segment in segment.ordinal(of: position).map { $0 >= segment.acknowledged } ?? false }
  }

  /// Notes that a record is done with. The records before it in its file that are not done with count as damaged,
  /// because the store could not read them. Returns false if the record was done with, or lost, before.
  private mutating func finish(_ position: Int) -> Bool {
    // Each record before this one was dropped, or is done with. So in memory this one is the first.
    if position == heldPositions.first {
      held.removeFirst()
      return true
    }
    for index in segments.indices {
      let done = segments[index].acknowledged
      guard let ordinal = segments[index].ordinal(of: position), ordinal >= done else { continue }
      segments[index].acknowledged = ordinal + 1
      drop(ordinal - done, .damaged)
      return true
    }
    return false
  }

  // MARK: Files that come and go

  func index(of name: SegmentName) -> Int? { segments.firstIndex { $0.name.place == name.place } }

  func has(_ folder: UInt64) -> Bool { segments.contains { $0.name.origin == folder } }

  /// The place of the file that is written to.
  var current: Int? { segments.firstIndex { $0.file != nil } }

  /// A file of one's own for the records in memory.
  mutating func begin(_ name: SegmentName, _ file: OpenFile) {
    insert(StoredSegment(name: name, first: heldPositions.lowerBound, file: file))
  }

  /// The last file in a folder, if it has fewer bytes than so many.
  func last(in folder: UInt64, below bytes: Int) -> Int? {
    guard let index = segments.lastIndex(where: { $0.name.origin == folder }), segments[index].bytes < bytes,
      segments[index].waiting > 0
    else { return nil }
    return index
  }

  /// Prepares a file for the records in memory, behind its own ones. Returns false if the file cannot take such
  /// records.
  mutating func goOn(_ index: Int) -> Bool { segments[index].goOn(at: heldPositions.lowerBound) }

  /// Takes over a file of a process that has ended. Returns its place.
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

  /// Forgets a file. Its records are lost, for a reason.
  mutating func lose(_ index: Int, _ fate: TrackerLedger.Fate) { drop(segments.remove(at: index).waiting, fate) }

  /// Leaves a file to another process, which has taken it over.
  mutating func leave(_ index: Int) { counts.handedOver += segments.remove(at: index).waiting }

  /// Forgets everything.
  mutating func purge() {
    drop(held.count + segments.reduce(0) { $0 + $1.waiting }, .purged)
    segments = []
    held = []
  }
}
