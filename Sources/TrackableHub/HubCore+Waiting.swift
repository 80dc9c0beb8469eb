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
    /// Begins the waiting, once the calls have come that are on their way to the hub.
    var begin: Step?
  }

  func newWaiter() -> Int { update { state, _, _ in state.queue.newWaiter() } }

  /// Waits for what `begin` asks for, and returns what became of it.
  ///
  /// - Parameters:
  ///   - waiter: A new one.
  ///   - timeout: When `end` is asked instead; `nil` means never.
  ///   - arrival: Returns when the calls have come that are on their way to the hub.
  ///   - isCancellable: Whether `end` is asked when the calling task is cancelled.
  ///   - begin: Begins the waiting.
  ///   - end: Ends it.
  func wait(
    _ waiter: Int, timeout: Duration? = nil, arrival: (@Sendable () async -> Void)? = nil, isCancellable: Bool = true,
    _ begin: @escaping Step, orElse end: @escaping Step = { $0.withdraw($1, &$2) }
  ) async -> DeliveryResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Checked under the lock: a cancellation that comes later will find the waiter.
        update { state, _, actions in
          state.waiters[waiter] = Waiter(continuation: continuation, begin: begin)
          let isOver = isCancellable && Task.isCancelled || timeout.map { $0 <= .zero } ?? false
          if isOver || arrival == nil { state.proceed(waiter, then: isOver ? end : nil, &actions) }
        }
        if !update({ state, _, _ in state.waiters[waiter] != nil }) { return }
        if let arrival {
          _ = DestinationExecutor(name: "arrival").start {
            await arrival()
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

  func proceed(_ waiter: Int, then end: Step? = nil) {
    update { state, _, actions in state.proceed(waiter, then: end, &actions) }
  }

  /// Waits until everything has arrived that was tracked before, and every destination has been flushed.
  ///
  /// - Parameter timeout: `nil` if something else withdraws the waiter.
  func flush(_ waiter: Int, _ gates: (any AnalyticsEventTracker)?, timeout: Duration?) async -> DeliveryResult {
    let onTheirWay = onTheirWay(gates)
    var result = await wait(waiter, timeout: timeout, arrival: onTheirWay.arrival) { $0.flush($1, &$2) }
    addRest(onTheirWay.count(), to: &result)
    return result
  }

  /// The calls that are on their way to the hub: how many they are, and what returns when they have come.
  private func onTheirWay(
    _ gates: (any AnalyticsEventTracker)?
  ) -> (arrival: (@Sendable () async -> Void)?, count: @Sendable () -> Int) {
    let (events, hasCome) = (ScopedSystem.current, Lock(false))
    if events.waitingCount == 0 && gates == nil { return (nil, { 0 }) }
    let arrival: @Sendable () async -> Void = {
      await events.drain()
      await gates?.flush()
      hasCome.withLock { $0 = true }
    }
    return (arrival, { hasCome.withLock { $0 } ? 0 : events.waitingCount })
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns what became of what was left.
  func shutdown(_ gates: (any AnalyticsEventTracker)? = nil, timeout: Duration) async -> DeliveryResult {
    let onTheirWay = onTheirWay(gates)
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    var result = await wait(newWaiter(), timeout: timeout, arrival: onTheirWay.arrival, isCancellable: false) {
      $0.beginClosing(&$2)
      $0.awaitEnd($1)
    } orElse: { queue, _, actions in
      // The rest is lost, and the tasks of running deliveries are cancelled.
      queue.close(&actions)
    }
    addRest(onTheirWay.count(), to: &result)
    return result
  }

  private func addRest(_ onTheirWay: Int, to result: inout DeliveryResult) {
    if onTheirWay > 0 { result.add(open: onTheirWay, at: ScopedSystem.name) }
    for destination in destinations {
      let count = destination.held.held
      if count > 0 { result.add(open: count, at: destination.name) }
    }
  }
}

extension HubCore: LifecycleObserver {
  // The flush that follows delivers.
  func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation) {}
  func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation) { hurry() }
}

// MARK: - Calls to the hub

extension HubCore {
  func hurry() {
    update { state, _, _ in
      for index in self.destinations.indices { state.queue.destinations[index].hurry() }
    }
    for destination in destinations { destination.storing?.hurry() }
  }

  var ledger: TrackerLedger {
    let held = destinations.map(\.held)
    return update { state, _, _ in
      var ledger = state.queue.ledger
      for (index, destination) in self.destinations.enumerated() {
        // Under the lock, so that no call is in both accounts, or in none.
        if let account = destination.storing?.account {
          ledger.entries[index].add(account, since: destination.accountAtStart)
        }
        ledger.entries[index].add(held[index])
        ledger.entries[index].suppressed = destination.suppressed.withLock { $0 }
      }
      return ledger
    }
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
    if result.failed == 0 { return }
    let deliveries = HubProblem.count(result.failed, "delivery was", "deliveries were")
    report(
      HubProblem(
        kind: .eventsDropped, message: "ended, and \(deliveries) lost.",
        remedy: "start it, keep it, and await shutdown(timeout:) with enough time."))
  }
}
