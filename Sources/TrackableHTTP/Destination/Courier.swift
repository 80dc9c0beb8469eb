import Foundation
import Trackable
import TrackableHub

/// Sends a store's records, the oldest first. ``SendingState`` decides when, and ``SendPlan`` decides which.
final class Courier: Sendable {
  private struct State {
    var sending: SendingState
    var run: Task<Void, Never>?
    /// The callers of `flush` that wait.
    var waiters: [AsyncStream<Void>.Continuation] = []
    var experience: Experience
    /// The settled records behind an unsettled record. The store keeps the settled ones until the unsettled record is
    /// settled as well.
    var settled: [StoredRecord.ID: StoredBatch.Ending] = [:]
  }

  private let store: EventStore
  private let sender: HTTPSender
  private let limits: WireLimits
  private let time: SystemTime
  private let random: @Sendable () -> UInt64
  /// Reading a file may take a while, so it does not use the threads that all tasks share.
  private let executor = DestinationExecutor(name: "HTTP")
  private let notebook: Notebook
  private let issues: HTTPIssues
  private let state: Lock<State>

  init(
    _ store: EventStore, _ sender: HTTPSender, limits: WireLimits, policy: SendingPolicy, time: SystemTime,
    random: @escaping @Sendable () -> UInt64, notebook: Notebook = Notebook(), issues: HTTPIssues
  ) {
    self.store = store
    self.sender = sender
    self.limits = limits
    self.time = time
    self.random = random
    self.notebook = notebook
    self.issues = issues
    let experience = Experience(notebook.read(), limit: limits.bytes)
    state = Lock(State(sending: SendingState(policy), experience: experience))
  }

  /// Starts to send the records of earlier processes, which the courier finds only by looking into the folder.
  func begin() { update { Self.flush(&$0, at: $1) } }

  /// Notes that records were stored. The courier sends records when there are enough, or after a while.
  func notice() {
    let waiting = store.waiting
    update { $0.sending.store(waiting: waiting, at: $1) }
  }

  /// Sends all records now, unless a service has asked for a pause. Returns when no record is left, when a request has
  /// failed, or when the calling task is cancelled.
  func flush() async {
    let (answers, waiter) = AsyncStream.makeStream(of: Void.self)
    update { Self.flush(&$0, for: waiter, at: $1) }
    // The stream has no elements, and only ends.
    for await _ in answers {}
  }

  /// The check is under the lock: a hub cancels its call before it closes the courier, and a cancelled call must not
  /// open the courier again.
  private static func flush(
    _ state: inout State, for waiter: AsyncStream<Void>.Continuation? = nil, at now: ContinuousClock.Instant
  ) -> SendingState.Action {
    if Task.isCancelled { return SendingState.Action() }
    if let waiter { state.waiters.append(waiter) }
    return state.sending.flush(at: now)
  }

  /// The current run.
  var run: Task<Void, Never>? { state.withLock { $0.sending.isRunning ? $0.run : nil } }
  /// The latest run, which may be over.
  var latestRun: Task<Void, Never>? { state.withLock { $0.run } }

  /// Cancels the running request. Returns the run, which is about to end.
  @discardableResult func cancel() -> Task<Void, Never>? {
    // Under the lock, because the runtime resumes a second caller while the first one still ends the request.
    state.withLock { state in
      state.run?.cancel()
      return state.run
    }
  }

  /// Ends the pause after a failure, unless a service has asked for it.
  func hurry() { update { $0.sending.hurry(at: $1) } }

  /// Sends no request after the current one, until a caller asks for it again.
  func close() { state.withLock { $0.sending.close() } }

  /// Changes the state, and carries out the resulting action.
  private func update(_ change: (inout State, ContinuousClock.Instant) -> SendingState.Action) {
    let now = time.now()
    let (action, waiters) = state.withLock { state in
      let action = change(&state, now)
      // Detached, because a request must not depend on the task that stored its events.
      if action.starts { state.run = executor.start { [self] in await sendAll() } }
      defer { if action.answers { state.waiters = [] } }
      return (action, action.answers ? state.waiters : [])
    }
    if let alarm = action.alarm {
      time.schedule(max(now.duration(to: alarm), .zero)) { [weak self] in
        self?.update { $0.sending.ring(at: $1) }
      }
    }
    for waiter in waiters { waiter.finish() }
  }

  // MARK: A run

  private func sendAll() async {
    var ending = SendingState.Ending.empty
    var (triesAside, hasSucceeded) = (state.withLock { $0.sending.triesAside }, false)
    store.adoptAgain()
    // Each batch is read into memory as a whole.
    while ending == .empty, !state.withLock({ $0.sending.isClosed }),
      let batch = store.nextBatch(
        count: min(max(limits.events, 1_000), 10_000), bytes: max(limits.bytes, 500_000))
    {
      ending = await send(batch, &triesAside, &hasSucceeded)
    }
    if Task.isCancelled { ending = .cancelled }
    let waiting = store.waiting
    let share = Double(random()) / 0x1p64
    if ending == .empty || ending == .aside { issues.endFailure() }
    update { state, now in state.sending.end(ending, waiting: waiting, share: share, at: now) }
  }

  /// Sends one batch. Returns `empty` if there may be more records to send.
  private func send(
    _ batch: StoredBatch, _ triesAside: inout Bool, _ hasSucceeded: inout Bool
  ) async -> SendingState.Ending {
    var rest = batch
    var deliveries: [StoredRecord.ID: StoredDelivery] = [:]
    var unreadable: [String] = []
    let known = KnownKeys()
    var (experience, endings) = state.withLock { ($0.experience, $0.settled) }
    for record in batch.records where (endings[record.id] ?? .again) == .again {
      do throws(StoredWords.Unreadable) { deliveries[record.id] = try StoredDelivery(record, known: known) } catch {
        unreadable.append(error.description)
      }
    }
    if let reason = unreadable.first { issues.unreadable(unreadable.count, because: reason) }
    /// Whether other records need not wait for a record: it was put aside before, or a newer version has stored it.
    func isAside(_ record: StoredRecord) -> Bool { (deliveries[record.id]?.envelope.attempt ?? 2) > 1 }
    let open = batch.records.filter { endings[$0.id] == nil && !isAside($0) }
    let sent = open.isEmpty && triesAside ? batch.records.filter { endings[$0.id] == nil } : open
    var plan = SendPlan(
      sent.compactMap { deliveries[$0.id]?.envelope }, format: sender.format, experience: experience,
      hasSucceeded: hasSucceeded
    ) { [deliveries] in WireContext(anonymousID: deliveries[$0.id]?.anonymousID ?? "") }
    /// Drops the settled records at the front of the store, and moves a record to the end that must not hold up the
    /// others.
    func acknowledge() {
      let report = plan.report
      for id in report.delivered { endings[id] = .delivered }
      for id in report.rejected.keys { endings[id] = .rejected }
      for envelope in report.skipped { endings[envelope.id] = .skipped }
      for id in report.aside.keys { endings[id] = .again }
      // Records that were put aside move to the end as well. Otherwise, after a kill, each launch would send again the
      // records that have arrived behind them.
      let last = open.isEmpty ? 0 : rest.records.lastIndex { endings[$0.id] != nil } ?? 0
      for record in rest.records.prefix(last) where isAside(record) {
        endings[record.id] = endings[record.id] ?? .again
      }
      let done = rest.records.prefix { endings[$0.id] != nil }
      let again = done.compactMap { record -> StoredRecord? in
        guard endings[record.id] == .again, var delivery = deliveries[record.id] else {
          return endings[record.id] == .again ? record : nil
        }
        delivery.envelope.attempt = 2
        return StoredRecord(id: record.id, time: record.time, payload: delivery.record.payload)
      }
      // The next run tries another record first.
      let moved = again.filter { $0.id != plan.failedAside } + again.filter { $0.id == plan.failedAside }
      rest.removeFirst(store.acknowledge(rest, first: done.count, endings: endings, again: moved))
      if plan.experience.text != experience.text { notebook.write(plan.experience.text) }
      experience = plan.experience
      let settled = rest.records.reduce(into: [:]) { $0[$1.id] = endings[$1.id] }
      state.withLock { state in
        if report.hasSucceeded { state.sending.succeed() }
        (state.experience, state.settled) = (plan.experience, settled)
      }
    }
    acknowledge()
    let mayBegin = { @Sendable [self] in store.isWanted(batch) && !state.withLock { $0.sending.isClosed } }
    while let request = plan.next(sentAt: Date()), !Task.isCancelled, mayBegin() {
      await sender.send(request, of: &plan, if: mayBegin)
      // A purge has deleted the records.
      if Task.isCancelled || !store.isWanted(batch) { break }
      acknowledge()
    }
    if Task.isCancelled || !store.isWanted(batch) {
      state.withLock { $0.settled = [:] }
      return .cancelled
    }
    if open.isEmpty, triesAside {
      // A record has failed, or other records wait behind a batch of records that were put aside. Moving these records
      // costs a write, so the courier moves them once in a run.
      let failed = rest.records.firstIndex { $0.id == plan.failedAside }
      let last = store.waiting > rest.records.count ? rest.records.count : failed.map { $0 + 1 } ?? 0
      for record in rest.records.prefix(last) { endings[record.id] = endings[record.id] ?? .again }
      if last > 0 { triesAside = false }
      acknowledge()
    }
    hasSucceeded = plan.report.hasSucceeded
    issues.report(plan.report, of: deliveries)
    if plan.report.reason != nil { return .failed(retryAfter: plan.report.retryAfter) }
    return rest.records.count < batch.records.count || plan.report.hasSettled ? .empty : .aside
  }
}
