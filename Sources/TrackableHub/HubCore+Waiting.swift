import Trackable

// Callers that are suspended until calls have arrived, or the end. Each is a *waiter*: the state machine knows it by a
// number, this code by a continuation.

extension HubCore {
  /// Tells the state machine something about a waiter.
  typealias Step = @Sendable (inout HubQueue, _ waiter: Int, inout HubActions) -> Void

  func newWaiter() -> Int {
    update { state, _, _ in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  func take(_ step: Step, for waiter: Int) {
    update { state, _, actions in step(&state.queue, waiter, &actions) }
  }

  /// Waits for what `begin` asks for, and returns what became of it.
  ///
  /// - Parameters:
  ///   - waiter: A new one.
  ///   - timeout: When `end` is asked instead; `nil` means never.
  ///   - isCancellable: Whether `end` is asked when the calling task is cancelled.
  ///   - begin: Tells what is waited for.
  ///   - end: Ends the waiting, or what is waited for.
  ///   - action: Done when the waiter waits.
  func wait(
    _ waiter: Int, timeout: Duration? = nil, isCancellable: Bool = true, _ begin: Step,
    orElse end: @escaping Step = { $0.withdraw($1, &$2) }, then action: () -> Void = {}
  ) async -> DeliveryResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        update { state, _, actions in
          state.waiters[waiter] = continuation
          begin(&state.queue, waiter, &actions)
          // Checked under the lock: a cancellation that comes later will find the waiter.
          let isOver = isCancellable && Task.isCancelled || timeout.map { $0 <= .zero } ?? false
          if isOver { end(&state.queue, waiter, &actions) }
        }
        if !update({ state, _, _ in state.waiters[waiter] != nil }) { return }
        action()
        if let timeout { after(timeout) { $0.take(end, for: waiter) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here.
      if isCancellable { background.async { self.take(end, for: waiter) } }
    }
  }

  /// Waits until `front` has handed over what its gates let pass at this moment. Returns what is left of `timeout`.
  func drain(_ front: HubFront, for timeout: Duration, isCancellable: Bool = true) async -> Duration {
    if !front.hasGates { return timeout }
    let (waiter, beginning) = (newWaiter(), now)
    _ = await wait(waiter, timeout: timeout, isCancellable: isCancellable) { queue, waiter, _ in
      queue.awaitCalls(waiter)
    } then: {
      _ = DestinationExecutor(name: "gates").start {
        await front.tracker.flush()
        self.take({ $0.allIsSaid($1, &$2) }, for: waiter)
      }
    }
    return timeout - (now - beginning)
  }

  func flush(timeout: Duration) async -> DeliveryResult {
    await wait(newWaiter(), timeout: timeout) { $0.flush($1, &$2) }
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns what became of what was left.
  func shutdown(timeout: Duration) async -> DeliveryResult {
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    await wait(newWaiter(), timeout: timeout, isCancellable: false) {
      $0.beginClosing(&$2)
      $0.awaitEnd($1)
    } orElse: { queue, _, actions in
      // What has not arrived is lost. The tasks of what is being delivered are cancelled.
      queue.close(&actions)
    }
  }
}

// MARK: - What the hub is told

extension HubCore {
  /// Configures the destinations, once.
  func start(purging denied: Set<Int>) {
    update { state, now, actions in state.queue.start(purging: denied, at: now, &actions) }
  }

  /// Makes some destinations forget, at once.
  func purge(_ destinations: [Int]) {
    update { state, now, actions in state.queue.post(HubEntry(.purge), to: destinations, at: now, &actions) }
  }

  func pause() {
    update { state, _, actions in state.queue.pause(&actions) }
  }

  func resume() {
    update { state, _, _ in state.queue.resume() }
    hurry()
  }

  func hurry() {
    update { state, _, _ in state.queue.hurry() }
    for destination in destinations { destination.hurry() }
  }

  var ledger: TrackerLedger { update { state, _, _ in state.queue.ledger } }

  var isEnded: Bool { update { state, _, _ in state.queue.isClosing && state.queue.isFinished } }

  /// The last reference to the hub has gone. The hub still delivers what waits, for a limited time.
  func endAfterRelease() {
    let (isClosing, isStarted) = update { state, _, _ in
      (state.queue.isClosing, state.queue.destinations.contains { $0.phase != .waiting })
    }
    if isClosing { return }
    _ = DestinationExecutor(name: "end").start { [self] in
      reportLoss(await shutdown(timeout: isStarted ? TrackerHub.defaultTimeout : .zero))
    }
  }

  func reportLoss(_ result: DeliveryResult) {
    if result.failed > 0 { reporter.report(.lost(result.failed)) }
  }
}
