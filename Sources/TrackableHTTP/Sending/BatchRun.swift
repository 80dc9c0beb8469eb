import TrackableHub

/// The state of one batch of the store while the ``Courier`` sends it. The run follows each record until the record has
/// arrived, was rejected, or was put aside. The run is a value, and makes no requests itself.
///
/// | the record | where it is |
/// |---|---|
/// | has not ended | in ``rest`` |
/// | has ended in a request of this run | in the report of the ``plan``, until ``settleFront(in:)`` |
/// | has ended, behind a record that has not | in ``settled``, for the next run; the store still has both |
/// | has ended, and so have all records before it | the store has acknowledged it |
struct BatchRun: ~Copyable {
  /// The records that the store has not acknowledged.
  private(set) var rest: StoredBatch
  private let count: Int
  let deliveries: [StoredRecord.ID: StoredDelivery]
  /// The reasons why records cannot be read.
  let unreadable: [String]
  private var endings: [StoredRecord.ID: StoredBatch.Ending]
  /// Whether all records that have not ended were put aside before.
  let isAside: Bool
  var plan: SendPlan

  /// - Parameters:
  ///   - settled: The endings of records that have ended in an earlier run.
  ///   - triesAside: Whether the run sends records that were put aside before, if there are no others.
  ///   - hasSucceeded: Whether other events have arrived just before.
  init(
    _ batch: StoredBatch, settled: [StoredRecord.ID: StoredBatch.Ending], format: any WireFormat,
    experience: Experience, triesAside: Bool, hasSucceeded: Bool
  ) {
    var (deliveries, unreadable) = ([StoredRecord.ID: StoredDelivery](), [String]())
    let known = KnownKeys()
    for record in batch.records where (settled[record.id] ?? .again) == .again {
      do throws(StoredWords.Unreadable) { deliveries[record.id] = try StoredDelivery(record, known: known) } catch {
        unreadable.append(error.description)
      }
    }
    (self.deliveries, self.unreadable) = (deliveries, unreadable)
    (rest, count, endings) = (batch, batch.records.count, settled)
    let all = batch.records.filter { settled[$0.id] == nil }
    let open = all.filter { !Self.isAside($0, deliveries) }
    isAside = open.isEmpty
    let sent = open.isEmpty && triesAside ? all : open
    plan = SendPlan(
      sent.compactMap { deliveries[$0.id]?.envelope }, format: format, experience: experience,
      hasSucceeded: hasSucceeded
    ) { WireContext(anonymousID: deliveries[$0.id]?.anonymousID ?? "") }
  }

  /// The endings of the records that have ended but are behind a record that has not ended.
  var settled: [StoredRecord.ID: StoredBatch.Ending] { rest.records.reduce(into: [:]) { $0[$1.id] = endings[$1.id] } }

  /// Whether any record has ended.
  var hasSettled: Bool { rest.records.count < count || plan.report.hasSettled }

  /// Whether other records need not wait for this record, because the record was put aside before, or because a newer
  /// version of the app has stored it.
  private static func isAside(_ record: StoredRecord, _ deliveries: [StoredRecord.ID: StoredDelivery]) -> Bool {
    deliveries[record.id]?.envelope.isAside ?? true
  }

  /// Makes the store drop the records at its front that have ended. Moves the records that must not hold up the others
  /// to the end of the store.
  mutating func settleFront(in store: EventStore) {
    for id in plan.report.delivered { end(id, .delivered) }
    for id in plan.report.rejected.keys { end(id, .rejected) }
    for envelope in plan.report.skipped { end(envelope.id, .skipped) }
    for id in plan.report.aside.keys { end(id, .again) }
    // Records that were put aside move to the end as well. If they stayed, and the process was killed, the next launch
    // would send the records behind them again, although these have arrived.
    let last = isAside ? 0 : rest.records.lastIndex { endings[$0.id] != nil } ?? 0
    for record in rest.records.prefix(last) where Self.isAside(record, deliveries) { moveToEnd(record) }
    let done = rest.records.prefix { endings[$0.id] != nil }
    let again = done.filter { endings[$0.id] == .again }.map { record in
      guard var delivery = deliveries[record.id] else { return record }
      delivery.envelope.isAside = true
      return StoredRecord(id: record.id, time: record.time, payload: delivery.record.payload)
    }
    // The failed record goes last, so that the next run tries another record first.
    let moved = again.filter { $0.id != plan.failedAside } + again.filter { $0.id == plan.failedAside }
    rest.removeFirst(store.acknowledge(rest, first: done.count, endings: endings, again: moved))
  }

  /// Decides which of the records that were put aside move to the end of the store: the records up to the record that
  /// has failed, or all records if other records wait behind them. Returns whether any record moves.
  /// ``settleFront(in:)`` moves the records.
  mutating func moveAside(waiting: Int) -> Bool {
    let failed = rest.records.firstIndex { $0.id == plan.failedAside }
    let last = waiting > rest.records.count ? rest.records.count : failed.map { $0 + 1 } ?? 0
    for record in rest.records.prefix(last) { moveToEnd(record) }
    return last > 0
  }

  private mutating func moveToEnd(_ record: StoredRecord) { end(record.id, endings[record.id] ?? .again) }

  @inline(never) private mutating func end(_ id: StoredRecord.ID, _ ending: StoredBatch.Ending) {
    endings.updateValue(ending, forKey: id)
  }
}
