import Trackable

// Callers that are suspended until calls have arrived, or until the hub has ended. Each suspended caller is a *waiter*:
// the state machine knows the waiter's number, and this code knows its continuation.

extension HubCore {
  /// The default timeout of a flush and of a shutdown.
  static let defaultTimeout = Duration.seconds(5)

  /// A change of the state machine that begins or ends the wait of a waiter.
  typealias Step = @Sendable (inout HubQueue, _ waiter: Int, inout HubActions) -> Void

  /// A suspended caller.
  struct Waiter {
    let continuation: CheckedContinuation<DeliveryResult, Never>
    /// Begins the wait, after the calls that are still on their way have reached the hub.
    var begin: Step?
  }

  func newWaiter() -> Int { update { state, _, _ in state.queue.newWaiter() } }

  /// Suspends the caller until the wait ends, and returns the result.
  ///
  /// - Parameters:
  ///   - waiter: The number of a new waiter.
  ///   - timeout: The time after which `end` runs; `nil` means never.
  ///   - drain: Returns when the calls that are on their way have reached the hub.
  ///   - isCancellable: Whether `end` runs when the calling task is cancelled.
  ///   - isOfSystem: Whether the wait is part of the system's flush, and ends with it.
  ///   - begin: Begins the wait.
  ///   - end: Ends the wait.
  func wait(
    _ waiter: Int, timeout: Duration? = nil, drain: (@Sendable () async -> Void)? = nil, isCancellable: Bool = true,
    isOfSystem: Bool = false, _ begin: @escaping Step, orElse end: @escaping Step = { $0.withdraw($1, &$2) }
  ) async -> DeliveryResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The code looks for a cancellation, or the end of a system's flush, under the lock, so that a later one finds
        // the waiter.
        update { state, now, actions in
          state.waiters.append((waiter, Waiter(continuation: continuation, begin: begin)))
          let isOver =
            isCancellable && Task.isCancelled || isOfSystem && FlushReport.isOver
            || timeout.map { $0 <= .zero } ?? false
          if isOver || drain == nil { state.beginWait(of: waiter, &actions) }
          if !isOver { return }
          // A flush that nobody waits for still makes the destinations begin, and a shutdown does not.
          if isCancellable { state.queue.proceed(at: now, &actions) }
          state.endWait(of: waiter, by: end, &actions)
        }
        if !update({ state, _, _ in state.waiters.contains { $0.number == waiter } }) { return }
        if let drain {
          _ = DestinationExecutor(name: "drain").start {
            await drain()
            self.update { state, _, actions in state.beginWait(of: waiter, &actions) }
          }
        }
        if let timeout { after(timeout) { $0.endWait(of: waiter, by: end) } }
      }
    } onCancel: {
      // The wait ends on another thread, because the runtime holds a lock of its own while it calls this closure.
      if isCancellable { background.async { self.endWait(of: waiter, by: end) } }
    }
  }

  func endWait(of waiter: Int, by end: @escaping Step) {
    update { state, _, actions in state.endWait(of: waiter, by: end, &actions) }
  }

  /// Waits until all earlier calls have arrived, and every destination has been flushed.
  ///
  /// - Parameter timeout: The longest wait; `nil` if another part of the hub ends the wait.
  func flush(_ waiter: Int, _ frontIfGated: (any AnalyticsEventTracker)?, timeout: Duration?) async -> DeliveryResult {
    let onTheirWay = onTheirWay(frontIfGated)
    var result = await wait(
      waiter, timeout: timeout, drain: onTheirWay.drain, isOfSystem: timeout == nil
    ) { $0.flush($1, &$2) }
    addRest(onTheirWay.count(), to: &result)
    return result
  }

  /// The calls that are still on their way to the hub: their number, and a function that returns when they have
  /// reached it.
  private func onTheirWay(
    _ frontIfGated: (any AnalyticsEventTracker)?
  ) -> (drain: (@Sendable () async -> Void)?, count: @Sendable () -> Int) {
    let (events, hasDrained) = (ScopedSystem.current, Lock(false))
    if events.waitingCount == 0 && frontIfGated == nil { return (nil, { 0 }) }
    let drain: @Sendable () async -> Void = {
      await events.drain()
      await frontIfGated?.flush()
      hasDrained.withLock { $0 = true }
    }
    return (drain, { hasDrained.withLock { $0 } ? 0 : events.waitingCount })
  }

  /// Ends the hub: it accepts no more calls, and delivers the waiting calls for at most `timeout`. Returns their
  /// result.
  func shutdown(_ frontIfGated: (any AnalyticsEventTracker)? = nil, timeout: Duration) async -> DeliveryResult {
    let onTheirWay = onTheirWay(frontIfGated)
    // The wait is not cancellable, because a cancelled task must not lose events. The timeout limits the wait.
    var result = await wait(newWaiter(), timeout: timeout, drain: onTheirWay.drain, isCancellable: false) {
      $0.beginClosing(&$2)
      $0.awaitEnd($1)
    } orElse: { queue, _, actions in
      // The remaining calls are lost, and the hub cancels the running deliveries.
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
  // Nothing to do: the system flushes the hub after it has called this method.
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
        // The destination's figures are read under the hub's lock, so that either the hub's or the destination's
        // figures count each call, and never both.
        if let figures = destination.storing?.figures {
          ledger.entries[index].add(figures, since: destination.figuresAtStart)
        }
        ledger.entries[index].add(held[index])
        ledger.entries[index].suppressed = destination.suppressed.withLock { $0 }
      }
      return ledger
    }
  }

  var hasEnded: Bool { update { state, _, _ in state.queue.hasEnded } }

  /// Runs after the last reference to the hub was released. The hub still delivers the waiting calls, for a limited
  /// time.
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
