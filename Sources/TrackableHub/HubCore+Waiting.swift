import Trackable

// Callers that are suspended until calls have arrived, or the end. Each is a *waiter*: the state machine knows it by a
// number, this code by a continuation.

extension HubCore {
  /// How long a flush and a shutdown wait by default.
  static let defaultTimeout = Duration.seconds(5)

  /// Tells the state machine something about a waiter.
  typealias Step = @Sendable (inout HubQueue, _ waiter: Int, inout HubActions) -> Void

  /// A suspended caller.
  struct Waiter {
    let continuation: CheckedContinuation<DeliveryResult, Never>
    /// Begins the waiting, once the gates have handed over the calls that they let pass.
    var begin: Step?
  }

  func newWaiter() -> Int { update { state, _, _ in state.queue.newWaiter() } }

  /// Waits for what `begin` asks for, and returns what became of it.
  ///
  /// - Parameters:
  ///   - waiter: A new one.
  ///   - timeout: When `end` is asked instead; `nil` means never.
  ///   - gates: Hand over first the calls that they let pass at this moment.
  ///   - isCancellable: Whether `end` is asked when the calling task is cancelled.
  ///   - begin: Begins the waiting.
  ///   - end: Ends it.
  func wait(
    _ waiter: Int, timeout: Duration? = nil, gates: (any AnalyticsEventTracker)? = nil, isCancellable: Bool = true,
    _ begin: @escaping Step, orElse end: @escaping Step = { $0.withdraw($1, &$2) }
  ) async -> DeliveryResult {
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Checked under the lock: a cancellation that comes later will find the waiter.
        update { state, _, actions in
          state.waiters[waiter] = Waiter(continuation: continuation, begin: begin)
          let isOver = isCancellable && Task.isCancelled || timeout.map { $0 <= .zero } ?? false
          if isOver || gates == nil { state.proceed(waiter, then: isOver ? end : nil, &actions) }
        }
        if !update({ state, _, _ in state.waiters[waiter] != nil }) { return }
        if let gates {
          _ = DestinationExecutor(name: "gates").start {
            await gates.flush()
            self.proceed(waiter)
          }
        }
        if let timeout { after(timeout) { $0.proceed(waiter, then: end) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here.
      if isCancellable { background.async { self.proceed(waiter, then: end) } }
    }
  }

  private func proceed(_ waiter: Int, then end: Step? = nil) {
    update { state, _, actions in state.proceed(waiter, then: end, &actions) }
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns what became of what was left.
  func shutdown(_ gates: (any AnalyticsEventTracker)? = nil, timeout: Duration) async -> DeliveryResult {
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    await wait(newWaiter(), timeout: timeout, gates: gates, isCancellable: false) {
      $0.beginClosing(&$2)
      $0.awaitEnd($1)
    } orElse: { queue, _, actions in
      // The rest is lost, and the tasks of running deliveries are cancelled.
      queue.close(&actions)
    }
  }
}

extension HubCore.State {
  /// Tells the machine what a waiter waits for, unless it knows, and how that ends.
  fileprivate mutating func proceed(_ waiter: Int, then end: HubCore.Step?, _ actions: inout HubActions) {
    guard let waiting = waiters[waiter] else { return }
    waiting.begin?(&queue, waiter, &actions)
    waiters[waiter]?.begin = nil
    end?(&queue, waiter, &actions)
  }
}

// MARK: - Calls to the hub

extension HubCore {
  func hurry() {
    update { state, _, _ in state.queue.hurry() }
    for destination in destinations { destination.hurry() }
  }

  var ledger: TrackerLedger {
    var ledger = update { state, _, _ in state.queue.ledger }
    for index in destinations.indices {
      ledger.entries[index].suppressed = destinations[index].suppressed.withLock { $0 }
    }
    return ledger
  }

  var isEnded: Bool { update { state, _, _ in state.queue.isClosing && state.queue.isFinished } }

  /// The last reference to the hub has gone. The hub still delivers what waits, for a limited time.
  func endAfterRelease() {
    if update({ state, _, _ in state.queue.isClosing }) { return }
    _ = DestinationExecutor(name: "end").start { [self] in
      reportLoss(await shutdown(timeout: Self.defaultTimeout))
    }
  }

  func reportLoss(_ result: DeliveryResult) {
    if result.failed > 0 { report(.lost(result.failed)) }
  }
}
