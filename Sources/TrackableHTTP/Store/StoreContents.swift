/// What a store has: files in the order in which they are delivered, records that wait in memory behind them, and the
/// account of everything. A value: it decides, and others do.
struct StoreContents {
  /// In delivery order: adopted files before one's own, each process's in their order.
  var segments: [StoredSegment] = []
  /// Records that are not in a file yet.
  private(set) var held: [StoredRecord] = []
  private(set) var heldBytes = 0
  /// Positions of one's own records go up from 0. A file has those of consecutive records; what waits in memory has the
  /// last ones, so nothing may wait there while a file is being written to that did not get everything before it.
  private(set) var nextPosition = 0
  /// Positions of adopted records are below 0.
  private var nextAdopted = Int.min / 2
  private(set) var counts = StoreLedger()

  private var heldPositions: Range<Int> { (nextPosition - held.count)..<nextPosition }

  var ledger: StoreLedger {
    var ledger = counts
    ledger.stored = segments.reduce(0) { $0 + $1.live }
    ledger.held = held.count
    return ledger
  }

  var isEmpty: Bool { held.isEmpty && segments.allSatisfy { $0.live == 0 } }
  var fileBytes: Int { segments.reduce(0) { $0 + $1.size } }

  // MARK: Records that come in

  /// Takes new records. Returns whether one was refused because it is larger than `longest` bytes.
  mutating func accept(_ records: [StoredRecord], longest: Int) -> Bool {
    counts.accepted += records.count
    let before = held.count
    for record in records where RecordFrame.count(of: record) <= longest {
      held.append(record)
      heldBytes += RecordFrame.count(of: record)
    }
    let taken = held.count - before
    nextPosition += taken
    counts.dropped.tooLarge += records.count - taken
    return taken < records.count
  }

  /// How many of the records in memory fit into this many bytes, and how many bytes they take.
  func chunk(fitting limit: Int) -> (count: Int, bytes: Int) {
    var bytes = 0
    for (index, record) in held.enumerated() {
      let count = RecordFrame.count(of: record)
      if bytes + count > limit { return (index, bytes) }
      bytes += count
    }
    return (held.count, bytes)
  }

  /// The first records in memory as bytes of a file whose next record has the number `ordinal`.
  func frames(_ count: Int, bytes: Int, ordinal: Int, salt: UInt32) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes)
    for (index, record) in held.prefix(count).enumerated() {
      RecordFrame.append(record, ordinal: ordinal + index, salt: salt, to: &result)
    }
    return result
  }

  /// A file of one's own for the records in memory.
  mutating func begin(_ name: SegmentName) {
    segments.append(StoredSegment(name: name, first: heldPositions.lowerBound))
  }

  /// The first `count` records in memory are in the last file now.
  mutating func moveHeld(_ count: Int, bytes: Int, to index: Int) {
    for record in held.prefix(count) {
      segments[index].oldest = min(segments[index].oldest, record.time)
      segments[index].newest = max(segments[index].newest, record.time)
    }
    segments[index].count += count
    segments[index].live += count
    segments[index].length += bytes
    segments[index].size = segments[index].length
    removeHeld(count)
  }

  /// Drops the oldest records in memory beyond this many bytes. Returns whether there were any.
  mutating func trimHeld(to limit: Int) -> Bool {
    var bytes = heldBytes
    let excess = held.prefix { record in
      if bytes <= limit { return false }
      bytes -= RecordFrame.count(of: record)
      return true
    }.count
    removeHeld(excess)
    counts.dropped.memoryFull += excess
    return excess > 0
  }

  private mutating func removeHeld(_ count: Int) {
    if count == 0 { return }
    heldBytes -= held.prefix(count).reduce(0) { $0 + RecordFrame.count(of: $1) }
    held.removeFirst(count)
  }

  // MARK: Records that go out

  /// Adds records in memory to a batch. Old ones in front of it are dropped.
  mutating func gatherHeld(into batch: inout StoredBatch, count: Int, bytes: Int, deadline: Int64) {
    if batch.records.isEmpty {
      let expired = held.prefix { $0.time < deadline }.count
      removeHeld(expired)
      counts.dropped.expired += expired
    }
    for (record, position) in zip(held, heldPositions) {
      guard batch.hasRoom(for: record, count: count, bytes: bytes) else { return }
      batch.append(record, .init(position: position, end: nil))
    }
  }

  /// The record before `end` in a file, in front of everything else to be delivered, is too old.
  mutating func expire(_ ordinal: Int, end: Int, in index: Int) {
    finish(ordinal, end: end, in: index)
    counts.dropped.expired += 1
  }

  /// Takes note that records were delivered. Returns the files of which they were.
  mutating func acknowledge(
    _ batch: StoredBatch, first count: Int, endings: [StoredRecord.ID: StoredBatch.Ending]
  ) -> [SegmentName] {
    var touched: [SegmentName] = []
    var index: Int?
    var fromMemory = 0
    for (place, record) in zip(batch.places, batch.records).prefix(count) {
      if heldPositions.contains(place.position) {
        // Those before it were either dropped or delivered with it. The same batch may be acknowledged twice.
        guard place.position >= heldPositions.lowerBound + fromMemory else { continue }
        fromMemory += 1
        self.count(endings[record.id])
        continue
      }
      if index.map({ segments[$0].positions.contains(place.position) }) != true {
        index = segments.firstIndex { $0.positions.contains(place.position) }
        if let index { touched.append(segments[index].name) }
      }
      guard let index, place.position >= segments[index].first + segments[index].acknowledged else { continue }
      finish(place.position - segments[index].first, end: place.end, in: index)
      self.count(endings[record.id])
    }
    removeHeld(fromMemory)
    return touched
  }

  private mutating func count(_ ending: StoredBatch.Ending?) {
    switch ending ?? .delivered {
    case .delivered: counts.delivered += 1
    case .rejected: counts.rejected += 1
    case .unreadable: counts.dropped.unreadable += 1
    }
  }

  private mutating func finish(_ ordinal: Int, end: Int?, in index: Int) {
    segments[index].acknowledged = ordinal + 1
    segments[index].live -= 1
    if let end { segments[index].offset = end }
  }

  /// Nothing that is left in a file can be read.
  mutating func writeOff(_ index: Int) {
    counts.dropped.damaged += segments[index].live
    segments[index].live = 0
    segments[index].acknowledged = segments[index].count
    segments[index].offset = segments[index].length
  }

  // MARK: Files that come and go

  /// Takes over files of processes that have ended.
  ///
  /// - Parameter home: The folder of one's own files, which come after those.
  mutating func adopt(_ found: [StoreScan], before home: UInt64) {
    var adopted: [StoredSegment] = []
    for scan in found {
      adopted.append(scan.segment(first: nextAdopted))
      nextAdopted += scan.count
      counts.adopted += scan.live + scan.missing
      counts.dropped.damaged += scan.missing
      counts.tornTails += scan.isTorn ? 1 : 0
    }
    // The process whose oldest record is oldest comes first.
    let start = Dictionary(adopted.map { ($0.name.origin, $0.oldest) }, uniquingKeysWith: min)
    adopted.sort {
      (start[$0.name.origin] ?? 0, $0.name.origin, $0.name.number)
        < (start[$1.name.origin] ?? 0, $1.name.origin, $1.name.number)
    }
    for segment in adopted { segments.insert(segment, at: place(for: segment.name, before: home)) }
  }

  /// Behind what the same process wrote before, or else behind everything that was adopted earlier.
  private func place(for name: SegmentName, before home: UInt64) -> Int {
    if let later = segments.firstIndex(where: { $0.name.origin == name.origin && $0.name.number > name.number }) {
      return later
    }
    if let before = segments.lastIndex(where: { $0.name.origin == name.origin }) { return before + 1 }
    return segments.firstIndex { $0.name.origin == home } ?? segments.count
  }

  /// Forgets a file. What was to be delivered from it is counted.
  mutating func remove(_ index: Int, counting reason: WritableKeyPath<StoreLedger, Int>) {
    counts[keyPath: reason] += segments[index].live
    segments.remove(at: index)
  }

  /// Counts what was accepted and is purged before it came here.
  mutating func refuse(_ count: Int) {
    counts.accepted += count
    counts.dropped.purged += count
  }

  /// Forgets everything.
  mutating func purge() {
    counts.dropped.purged += held.count + segments.reduce(0) { $0 + $1.live }
    segments = []
    removeHeld(held.count)
  }
}
