import Trackable
import TrackableHub

/// Sends a store's records, the oldest first, one batch at a time. ``SendingState`` decides when.
final class Courier: Sendable {
  private struct State {
    var sending: SendingState
    var run: Task<Void, Never>?
    /// Callers of `flush`.
    var waiters: [AsyncStream<Void>.Continuation] = []
    var size: RequestSize
    /// Records of the last batch that are settled behind one that is not. The store has them until that one is.
    var settled: [StoredRecord.ID: StoredBatch.Ending] = [:]
    var isRejecting = false
    /// Whether something has failed since everything was sent.
    var isFailing = false
    /// Operations that the service has no word for, as far as they were reported.
    var unknown: Set<String> = []
  }

  private let store: EventStore
  private let sender: HTTPSender
  private let limits: WireLimits
  private let time: SystemTime
  private let random: @Sendable () -> UInt64
  /// Reading a file may take a while, which no thread that all tasks share should wait for.
  private let executor = DestinationExecutor(name: "HTTP")
  private let issues: HTTPIssues
  private let state: Lock<State>

  /// A batch is read into memory as a whole.
  private static let longestBatch = (count: 10_000, bytes: 16_000_000)
  /// How many it has at least, if so many wait.
  private static let shortestBatch = 25
  /// After so many failures in a row it may be an event's fault.
  private static let patience = 3

  init(
    _ store: EventStore, _ sender: HTTPSender, limits: WireLimits, policy: SendingPolicy, time: SystemTime,
    random: @escaping @Sendable () -> UInt64, issues: HTTPIssues
  ) {
    self.store = store
    self.sender = sender
    self.limits = limits
    self.time = time
    self.random = random
    self.issues = issues
    state = Lock(State(sending: SendingState(policy), size: RequestSize(limit: limits.bytes)))
  }

  /// Sends what earlier processes have left, which only a look shows.
  func begin() { update { $0.sending.flush(at: $1) } }

  /// Something was stored: it is sent when enough has come together, or when a while has passed.
  func notice() {
    let waiting = store.ledger.waiting
    update { $0.sending.store(waiting: waiting, at: $1) }
  }

  /// Sends everything now, if no service has asked for a pause; returns when nothing is left, when something has
  /// failed, or when the calling task is cancelled.
  func flush() async {
    let (answers, waiter) = AsyncStream.makeStream(of: Void.self)
    update { state, now in
      state.waiters.append(waiter)
      return state.sending.flush(at: now)
    }
    // There are none: it ends.
    for await _ in answers {}
  }

  /// Cancels the running request. Returns the run, which ends then.
  @discardableResult func cancel() -> Task<Void, Never>? {
    let run = state.withLock { $0.run }
    run?.cancel()
    return run
  }

  /// Ends the pause after a failure, unless a service has asked for it.
  func hurry() { update { $0.sending.hurry(at: $1) } }

  /// Sends nothing after the batch that is on its way, until it is asked for again.
  func close() { state.withLock { $0.sending.close() } }

  /// Changes the state, and does what follows from that.
  private func update(_ change: (inout State, ContinuousClock.Instant) -> SendingState.Action) {
    let now = time.now()
    let (action, waiters) = state.withLock { state in
      let action = change(&state, now)
      // Detached: a request must not depend on the task that stored its events.
      if action.starts { state.run = executor.start { [self] in await run() } }
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

  private func run() async {
    var ending = SendingState.Ending.empty
    // Those that this run has put at the end of the store. It ends where it meets them.
    var aside: Set<StoredRecord.ID> = []
    store.lookAgain()
    while ending == .empty, !Task.isCancelled, !state.withLock({ $0.sending.isClosed }) {
      guard let batch = nextBatch() else { break }
      let records = batch.records.prefix { !aside.contains($0.id) }
      ending = records.isEmpty ? .failed(retryAfter: nil) : await send(records, of: batch, &aside)
    }
    if Task.isCancelled { ending = .cancelled }
    let waiting = store.ledger.waiting
    let share = Double(random()) / 0x1p64
    update { state, now in
      state.run = nil
      if ending == .empty { state.isFailing = false }
      return state.sending.end(ending, waiting: waiting, share: share, at: now)
    }
  }

  /// Whether something is an event's fault only shows beside others. Each failure doubles how many are looked at, so that
  /// others are among them.
  private func nextBatch() -> StoredBatch? {
    let doublings = min(state.withLock { $0.sending.failures }, 9)
    return store.nextBatch(
      count: min(max(limits.events, Self.shortestBatch) << doublings, Self.longestBatch.count),
      bytes: max(limits.bytes, min(limits.bytes << doublings, Self.longestBatch.bytes)))
  }

  private func send(
    _ records: ArraySlice<StoredRecord>, of batch: StoredBatch, _ aside: inout Set<StoredRecord.ID>
  ) async -> SendingState.Ending {
    var endings: [StoredRecord.ID: StoredBatch.Ending] = [:]
    var deliveries: [StoredRecord.ID: StoredDelivery] = [:]
    var unreadable: [String] = []
    let (most, failures, settled) = state.withLock { ($0.size.bytes, $0.sending.failures, $0.settled) }
    for record in records {
      endings[record.id] = settled[record.id]
      if endings[record.id] != nil { continue }
      do throws(StoredWords.Unreadable) { deliveries[record.id] = try StoredDelivery(record) } catch {
        endings[record.id] = .unreadable
        unreadable.append(error.description)
      }
    }
    if let reason = unreadable.first { issues.unreadable(unreadable.count, because: reason) }
    let result = await sender.send(
      records.compactMap { deliveries[$0.id]?.envelope }, most: most, isSearching: failures >= Self.patience,
      while: { [store, state] in !state.withLock { $0.sending.isClosed } && store.isWanted(batch) },
      context: { [deliveries] in WireContext(anonymousID: deliveries[$0.id]?.anonymousID ?? "") })
    // A purge has deleted the records.
    if Task.isCancelled || !store.isWanted(batch) { return .cancelled }
    for id in result.delivered { endings[id] = .delivered }
    for id in result.rejected.keys { endings[id] = .rejected }
    for envelope in result.skipped {
      endings[envelope.id] = .skipped
      reportUnknown(envelope)
    }
    // The store lets go of records in front. Those that others have overtaken go to its end.
    let last = records.lastIndex { endings[$0.id] == .delivered || result.aside[$0.id] != nil } ?? -1
    let done = records.prefix(last + 1 + records.dropFirst(last + 1).prefix { endings[$0.id] != nil }.count)
    var again: [StoredRecord] = []
    for record in done where endings[record.id] == nil {
      guard var delivery = deliveries[record.id] else { continue }
      delivery.envelope.attempt = result.aside[record.id] ?? delivery.envelope.attempt
      again.append(StoredRecord(id: record.id, time: record.time, payload: delivery.record.payload))
    }
    let count = store.acknowledge(batch, first: done.count, endings: endings, again: again)
    aside.formUnion(again.map(\.id))
    for record in records.prefix(count) { endings[record.id] = nil }
    state.withLock { [endings] in $0.settled = endings }
    return note(result)
  }

  /// Learns from a batch, and reports what an app should know.
  private func note(_ result: SendReport) -> SendingState.Ending {
    let refused = result.rejected.values.min()
    let (isRejecting, isFailing) = state.withLock { state in
      defer {
        if refused != nil || !result.delivered.isEmpty { state.isRejecting = refused != nil }
        if result.reason != nil, !state.sending.isClosed { state.isFailing = true }
      }
      if result.hasSucceeded { state.sending.succeed() }
      state.size.learn(from: result)
      return (state.isRejecting, state.isFailing)
    }
    if let refused, !isRejecting { issues.rejected(result.rejected.count, because: refused) }
    guard let reason = result.reason else { return .empty }
    // The rest waits for the next launch: nothing has failed.
    if state.withLock({ $0.sending.isClosed }) { return .cancelled }
    if !isFailing { issues.failed(because: reason) }
    return .failed(retryAfter: result.retryAfter)
  }

  /// Reports an operation on a user property that the service has no word for, once. That it takes no user properties
  /// at all is a format's choice.
  private func reportUnknown(_ envelope: Envelope) {
    guard case .userProperty(let property, let value, let operation) = envelope.content, operation != .set else {
      return
    }
    let word =
      if case .group = operation { value == .null ? "leaving a group" : "a group" } else {
        "\(operation) of a user property"
      }
    if state.withLock({ $0.unknown.insert(word).inserted }) { issues.noWord(for: word, of: property) }
  }
}
