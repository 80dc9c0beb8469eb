import TrackableHub

/// What a store has: files in the order in which they are delivered, records that wait in memory behind them, and the
/// account of everything. A value: it decides, and others do.
struct StoreContents {
  /// In delivery order: each process's in their order, the process that began first before the others.
  var segments: [StoredSegment] = []
  /// Records that are not in a file yet.
  private(set) var held: [StoredRecord] = []
  /// Positions of one's own records go up from 0. A file has those of consecutive records; what waits in memory has the
  /// last ones, so nothing may wait there while a file is being written to that did not get everything before it.
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

  /// Takes nothing of so many records, which a purge is about.
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

  /// The same with records in memory.
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

  /// A record is done with. Those before it in its file could not be read. Returns whether it was not done with before.
  private mutating func finish(_ position: Int) -> Bool {
    // Those before it in memory were either dropped or are done with, too.
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

  /// The records in memory are to be written behind those of a file. Returns whether that can be.
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
