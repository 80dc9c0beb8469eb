import Foundation
import Trackable
import TrackableHub

/// Sends the records of a store, the oldest first. ``SendingState`` decides when the courier sends, and ``SendPlan``
/// decides which records the next request has.
final class Courier: Sendable {
  private struct State: ~Copyable {
    var sending: SendingState
    var run: Task<Void, Never>?
    /// The suspended callers of `flush`.
    var waiters: [AsyncStream<Void>.Continuation] = []
    var experience: Experience
    /// The endings of records that have ended but are behind a record that has not ended. The store keeps these records
    /// until the record in front has ended as well.
    var settled: [StoredRecord.ID: StoredBatch.Ending] = .init()
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

  /// Starts to send the records of earlier processes. The courier finds these records only if it looks into the folder.
  func begin() { update { Self.flush(&$0, at: $1) } }

  /// Tells the courier that the store has new records. The courier sends the records when there are enough of them, or
  /// after the delay of its policy.
  func recordsWereStored() {
    update { [self] in $0.sending.recordsWereStored(waiting: store.waiting, at: $1) }
  }

  /// Sends all records now, unless a service has asked for a pause. Returns when no record is left, when a request has
  /// failed, or when the calling task is cancelled.
  func flush() async {
    let (answers, waiter) = AsyncStream.makeStream(of: Void.self)
    update { Self.flush(&$0, for: waiter, at: $1) }
    // The stream has no elements. The loop ends when the stream ends.
    for await _ in answers {}
  }

  /// Cancellation is checked under the lock, because a hub cancels its call before it closes the courier, and a
  /// cancelled call must not open the courier again.
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
    // The task is cancelled under the lock, because the runtime would let a second caller continue while the first
    // caller is still ending the request.
    state.withLock { state in
      state.run?.cancel()
      return state.run
    }
  }

  /// Ends the pause after a failure, unless a service has asked for that pause.
  func hurry() { update { $0.sending.hurry(at: $1) } }

  /// Closes the courier: it sends no request after the current request, until a caller of ``begin()`` or ``flush()``
  /// opens it again.
  func close() { state.withLock { $0.sending.close() } }

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure: 4 KiB.
  /// Changes the state, and carries out the resulting action.
  private func update(_ change: ((inout State, ContinuousClock.Instant) -> SendingState.Action)?) {
    let now = time.now()
    let waiters = state.withLock { state in
      let action = change?(&state, now) ?? SendingState.Action()
      // The run is a detached task, because a request must not depend on the task that has stored its events.
      if action.starts { state.run = executor.start { [self] in await sendAll() } }
      if let alarm = action.alarm {
        time.schedule(alarm) { [weak self] in self?.update { $0.sending.ring(at: $1) } }
      }
      defer { if action.answers { state.waiters = [] } }
      return action.answers ? state.waiters : []
    }
    for waiter in waiters { waiter.finish() }
  }

  // MARK: A run

  private func sendAll() async {
    var ending = SendingState.Ending.empty
    var (triesAside, hasSucceeded) = (state.withLock { $0.sending.triesAside }, false)
    store.adoptAgain()
    // The limits exist because each batch is read into memory as a whole.
    while ending == .empty, !state.withLock({ $0.sending.isClosed }),
      let batch = store.nextBatch(
        count: min(max(limits.events, 1_000), 10_000), bytes: max(limits.bytes, 500_000))
    {
      ending = await send(batch, &triesAside, &hasSucceeded)
    }
    if Task.isCancelled { ending = .cancelled }
    let share = Double(random()) / 0x1p64
    if ending == .empty || ending == .aside { issues.endFailure() }
    // The records are counted under the lock: records that are stored later find that the run has ended.
    update { [self] in $0.sending.end(ending, waiting: store.waiting, share: share, at: $1) }
  }

  /// Sends one batch. Returns `empty` if there may be more records to send.
  private func send(
    _ batch: StoredBatch, _ triesAside: inout Bool, _ hasSucceeded: inout Bool
  ) async -> SendingState.Ending {
    let (experience, settled) = state.withLock { ($0.experience, $0.settled) }
    var run = BatchRun(
      batch, settled: settled, format: sender.format, experience: experience, triesAside: triesAside,
      hasSucceeded: hasSucceeded)
    if let reason = run.unreadable.first { issues.unreadable(run.unreadable.count, because: reason) }
    settleFront(of: &run)
    let mayBegin = { @Sendable [self] in store.isWanted(batch) && !state.withLock { $0.sending.isClosed } }
    while let request = run.plan.next(sentAt: Date()), !Task.isCancelled, mayBegin() {
      await sender.send(request, of: &run.plan, if: mayBegin)
      // The loop ends if a purge has deleted the records.
      if Task.isCancelled || !store.isWanted(batch) { break }
      settleFront(of: &run)
    }
    if Task.isCancelled || !store.isWanted(batch) {
      state.withLock { $0.settled = [:] }
      return .cancelled
    }
    if run.isAside, triesAside {
      // Moving records costs a write, so the courier moves them once in a run.
      if run.moveAside(waiting: store.waiting) { triesAside = false }
      settleFront(of: &run)
    }
    let report = run.plan.report
    hasSucceeded = report.hasSucceeded
    issues.report(report, of: run.deliveries)
    if report.reason != nil { return .failed(retryAfter: report.retryAfter) }
    return run.hasSettled ? .empty : .aside
  }

  /// Passes the endings of a run to the store, and keeps the experience of the run for the next run.
  private func settleFront(of run: inout BatchRun) {
    run.settleFront(in: store)
    let (report, experience, settled) = (run.plan.report, run.plan.experience, run.settled)
    let earlier = state.withLock { state in
      if report.hasSucceeded { state.sending.succeed() }
      defer { (state.experience, state.settled) = (experience, settled) }
      return state.experience
    }
    if experience.text != earlier.text { notebook.write(experience.text) }
  }
}
