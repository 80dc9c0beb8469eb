import Foundation
import Trackable
import TrackableHub

/// Sends what is stored, in order: the oldest first, until nothing is left or something fails.
///
/// One batch is on its way at a time. Whoever stores something says so; it is sent when enough has come together, when a
/// while has passed, or when somebody flushes.
final class Courier: Sendable {
  private struct State {
    /// What is being sent.
    var run: Task<Void, Never>?
    /// Whether somebody will look after a while.
    var isScheduled = false
    /// How often it has failed in a row.
    var failures = 0
    /// Nothing is sent before, because it has failed.
    var notBefore: ContinuousClock.Instant?
    /// Whether the service has asked for that pause.
    var isToldToWait = false
    /// Whether what waits is to be sent although not much has come together.
    var isFlushing = false
    /// Callers that wait until nothing is left, or something has failed.
    var waiters: [CheckedContinuation<Void, Never>] = []
    /// What was settled in a batch of which other parts are to be sent again.
    var settled: Set<Envelope.ID> = []
    var isFailing = false
    var isRejecting = false
    var rejected = 0
    var unreadable = 0
  }

  private let store: EventStore
  private let sender: HTTPSender
  private let limits: WireLimits
  private let policy: SendingPolicy
  private let time: SystemTime
  private let report: @Sendable (_ problem: CourierProblem) -> Void
  private let state = Lock(State())

  init(
    _ store: EventStore, _ sender: HTTPSender, limits: WireLimits, policy: SendingPolicy, time: SystemTime,
    report: @escaping @Sendable (CourierProblem) -> Void
  ) {
    self.store = store
    self.sender = sender
    self.limits = limits
    self.policy = policy
    self.time = time
    self.report = report
  }

  /// How many the service has refused, and how many could not be read again.
  var counts: (rejected: Int, unreadable: Int) { state.withLock { ($0.rejected, $0.unreadable) } }

  /// Something was stored.
  func notice() {
    let ledger = store.ledger
    if ledger.stored + ledger.held >= policy.count { return start() }
    schedule(after: policy.delay)
  }

  /// Sends everything now, if a service has not asked for a pause; returns when nothing is left, or something has failed.
  func flush() async {
    await withCheckedContinuation { continuation in
      state.withLock {
        if !$0.isToldToWait { $0.notBefore = nil }
        $0.waiters.append(continuation)
      }
      start()
    }
  }

  /// Tries again at once what has failed, unless a service has asked for a pause.
  func hurry() {
    state.withLock { if !$0.isToldToWait { $0.notBefore = nil } }
    start()
  }

  /// What is on its way is not wanted any more.
  func cancel() { state.withLock { $0.run }?.cancel() }

  private func schedule(after delay: Duration) {
    let isNew = state.withLock { state in
      if state.isScheduled { return false }
      state.isScheduled = true
      return true
    }
    if !isNew { return }
    time.schedule(min(delay, .seconds(1 << 31))) { [weak self] in
      guard let self else { return }
      self.state.withLock { $0.isScheduled = false }
      self.start()
    }
  }

  /// Starts to send, unless that is being done, or a pause is to be kept.
  private func start() {
    let now = time.now()
    let (pause, waiters) = state.withLock { state -> (Duration?, [CheckedContinuation<Void, Never>]) in
      if state.run != nil { return (nil, []) }
      if let notBefore = state.notBefore, notBefore > now {
        defer { state.waiters = [] }
        return (now.duration(to: notBefore), state.waiters)
      }
      // Detached: what is sent must not depend on the task that stored it.
      state.run = Task.detached { [self] in await run() }
      return (nil, [])
    }
    for waiter in waiters { waiter.resume() }
    if let pause { schedule(after: pause) }
  }

  private func run() async {
    var pause: Duration?
    while pause == nil, !Task.isCancelled, let batch = store.nextBatch(count: min(limits.events, 10_000), bytes: limits.bytes) {
      pause = await send(batch)
    }
    let isCancelled = Task.isCancelled
    let waiters = state.withLock { state in
      state.run = nil
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
    if let pause { schedule(after: pause) }
    // A purge has cancelled what was on its way; others may have stored something since.
    if isCancelled { notice() }
  }

  /// Sends a batch, and returns how long to wait if some of it remains.
  private func send(_ batch: StoredBatch) async -> Duration? {
    let settled = state.withLock { $0.settled }
    var deliveries: [StoredDelivery] = []
    var unreadable: [String] = []
    for record in batch.records where !settled.contains(record.id) {
      do throws(StoredWords.Unreadable) {
        deliveries.append(try StoredDelivery(record))
      } catch {
        unreadable.append(error.description)
      }
    }
    let anonymousIDs = Dictionary(deliveries.map { ($0.envelope.id, $0.anonymousID) }) { first, _ in first }
    let result = await sender.send(deliveries.map(\.envelope)) {
      WireContext(anonymousID: anonymousIDs[$0.id] ?? "")
    }
    // Then a purge has deleted what it was about.
    return Task.isCancelled ? nil : settle(batch, result, unreadable)
  }

  private func settle(_ batch: StoredBatch, _ result: SendReport, _ unreadable: [String]) -> Duration? {
    let remaining = Set(result.remaining)
    let done = batch.records.prefix { !remaining.contains($0.id) }.count
    // What a purge has deleted meanwhile is none of the store's any more.
    store.acknowledge(batch, first: done)
    let now = time.now()
    let (pause, problems) = state.withLock { state -> (Duration?, [CourierProblem]) in
      var problems: [CourierProblem] = []
      state.rejected += result.rejected.count
      state.unreadable += unreadable.count
      if let reason = unreadable.first { problems.append(.unreadable(unreadable.count, reason: reason)) }
      if let reason = result.rejected.values.min() {
        if !state.isRejecting { problems.append(.rejected(result.rejected.count, reason: reason)) }
        state.isRejecting = true
      } else if !result.delivered.isEmpty {
        state.isRejecting = false
      }
      guard let reason = result.reason else {
        state.settled = []
        state.failures = 0
        state.notBefore = nil
        state.isFailing = false
        return (nil, problems)
      }
      // In memory only: after a restart they are sent again, with the same ids.
      state.settled = Set(batch.records.dropFirst(done).map(\.id)).subtracting(remaining)
      state.failures += 1
      let own = policy.retry.delay(afterFailures: state.failures, share: Double.random(in: 0...1)) ?? .seconds(60)
      let pause = min(max(result.retryAfter ?? own, .zero), .seconds(1 << 31))
      state.isToldToWait = result.retryAfter != nil
      state.notBefore = now + pause
      if !state.isFailing { problems.append(.failed(reason: reason)) }
      state.isFailing = true
      return (pause, problems)
    }
    for problem in problems { report(problem) }
    return pause
  }
}

/// Something to report about what is sent.
enum CourierProblem: Sendable {
  /// Nothing arrives, for the first time since something did.
  case failed(reason: String)
  /// The service refuses some for good, for the first time since it took everything.
  case rejected(Int, reason: String)
  /// Some that was stored cannot be read.
  case unreadable(Int, reason: String)
}
