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
    /// Records that are settled behind one that is not. The store has them until that one is.
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
  /// Reading a file may take a while, which no thread that all tasks share should wait for.
  private let executor = DestinationExecutor(name: "HTTP")
  private let issues: HTTPIssues
  private let state: Lock<State>

  /// A batch is read into memory as a whole.
  private static let longestBatch = 10_000
  /// After so many failures in a row it may be an event's fault.
  private static let patience = 3
  /// How much is looked at then.
  private static let searched = (count: 50, bytes: 2_000_000)

  init(
    _ store: EventStore, _ sender: HTTPSender, limits: WireLimits, policy: SendingPolicy, time: SystemTime,
    issues: HTTPIssues
  ) {
    self.store = store
    self.sender = sender
    self.limits = limits
    self.time = time
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
  @discardableResult
  func cancel() -> Task<Void, Never>? {
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
    store.lookAgain()
    while ending == .empty, !Task.isCancelled, !state.withLock({ $0.sending.isClosed }) {
      // Whether it is an event's fault only shows beside others. A request may have no others.
      let isSearching = state.withLock { $0.sending.failures } >= Self.patience
      let least = isSearching ? Self.searched : (count: 0, bytes: 0)
      guard
        let batch = store.nextBatch(
          count: max(min(limits.events, Self.longestBatch), least.count), bytes: max(limits.bytes, least.bytes))
      else { break }
      ending = await send(batch, isSearching: isSearching)
    }
    if Task.isCancelled { ending = .cancelled }
    let waiting = store.ledger.waiting
    update { state, now in
      state.run = nil
      if waiting == 0 || ending == .cancelled { state.settled = [:] }
      if ending == .empty { state.isFailing = false }
      return state.sending.end(ending, waiting: waiting, share: .random(in: 0...1), at: now)
    }
  }

  private func send(_ batch: StoredBatch, isSearching: Bool) async -> SendingState.Ending {
    var endings = state.withLock { $0.settled }
    var envelopes: [Envelope] = []
    var anonymousIDs: [Envelope.ID: String] = [:]
    var unreadable: [String] = []
    for record in batch.records where endings[record.id] == nil {
      do throws(StoredWords.Unreadable) {
        let delivery = try StoredDelivery(record)
        envelopes.append(delivery.envelope)
        anonymousIDs[record.id] = delivery.anonymousID
      } catch {
        endings[record.id] = .unreadable
        unreadable.append(error.description)
      }
    }
    if let reason = unreadable.first { issues.unreadable(unreadable.count, because: reason) }
    let most = state.withLock { $0.size.bytes }
    let result = await sender.send(
      envelopes, most: most, isSearching: isSearching, while: { [store] in store.isWanted(batch) },
      context: { [anonymousIDs] in WireContext(anonymousID: anonymousIDs[$0.id] ?? "") })
    // A purge has deleted the records.
    if Task.isCancelled || !store.isWanted(batch) { return .cancelled }
    for id in result.delivered { endings[id] = .delivered }
    for id in result.rejected.keys { endings[id] = .rejected }
    for envelope in result.skipped {
      endings[envelope.id] = .skipped
      reportUnknown(envelope)
    }
    return settle(batch, endings, result)
  }

  private func settle(
    _ batch: StoredBatch, _ endings: [StoredRecord.ID: StoredBatch.Ending], _ result: SendReport
  ) -> SendingState.Ending {
    // The store lets go of records in front. This remembers those that are settled behind, and does not send them again.
    let done = batch.records.prefix { endings[$0.id] != nil }
    store.acknowledge(batch, first: done.count, endings: endings)
    var settled = endings
    for record in done { settled[record.id] = nil }
    let refused = result.rejected.values.min()
    let (isRejecting, isFailing) = state.withLock { state in
      defer {
        if refused != nil || !result.delivered.isEmpty { state.isRejecting = refused != nil }
        if result.reason != nil { state.isFailing = true }
      }
      state.settled = settled
      if result.hasSucceeded { state.sending.succeed() }
      state.size.learn(from: result)
      return (state.isRejecting, state.isFailing)
    }
    if let refused, !isRejecting { issues.rejected(result.rejected.count, because: refused) }
    guard let reason = result.reason else { return .empty }
    if !isFailing { issues.failed(because: reason) }
    return .failed(retryAfter: result.retryAfter)
  }

  /// Reports an operation on a user property that the service has no word for, once. That it takes no user properties
  /// at all is a format's choice.
  private func reportUnknown(_ envelope: Envelope) {
    guard case .userProperty(let property, let value, let operation) = envelope.content, operation != .set,
      value != .null
    else { return }
    let word = String("\(operation)".prefix { $0 != "(" })
    if state.withLock({ $0.unknown.insert(word).inserted }) { issues.noWord(for: word, of: property) }
  }
}
