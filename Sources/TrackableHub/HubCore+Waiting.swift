import Trackable

// Callers that are suspended until a flush, the start or the end. Each is a *waiter*: the state
// machine knows it by a number, this code by a continuation.

extension HubCore {
  /// Tells the state machine what a waiter waits for.
  typealias Registration = @Sendable (inout HubQueue, _ waiter: Int, _ now: Duration, inout HubActions) -> Void

  /// Waits for what `register` asks for, and returns whether it happened. It did not if `timeout` has passed or the
  /// calling task is cancelled before that.
  func wait(timeout: Duration? = nil, _ register: @escaping Registration) async -> Answer {
    let waiter = newWaiter()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = update { state, now, actions in
          state.waiters[waiter] = continuation
          register(&state.queue, waiter, now, &actions)
          state.queue.proceed(at: now, &actions)
          // Checked under the lock: a cancellation that comes later will find the waiter.
          if Task.isCancelled || timeout.map({ $0 <= .zero }) ?? false { state.queue.withdraw(waiter, &actions) }
          return !actions.answered.contains { $0.waiter == waiter }
        }
        if mustWait, let timeout { after(timeout) { $0.withdraw(waiter) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here.
      background.async { self.withdraw(waiter) }
    }
  }

  /// Waits until `start` calls back, but no longer than `timeout`. Returns what is left of that.
  func wait(
    timeout: Duration, evenIfCancelled: Bool, for start: (@escaping @Sendable () -> Void) -> Void
  ) async -> Duration {
    let (waiter, beginning) = (newWaiter(), now)
    await withTaskCancellationHandler {
      _ = await withCheckedContinuation { continuation in
        let isOver = update { state, _, actions in
          state.waiters[waiter] = continuation
          let isOver = timeout <= .zero || Task.isCancelled && !evenIfCancelled
          if isOver { actions.answered.append((waiter, Answer(success: false))) }
          return isOver
        }
        if isOver { return }
        start { self.answer(waiter) }
        if update({ state, _, _ in state.waiters[waiter] != nil }) { after(timeout) { $0.answer(waiter) } }
      }
    } onCancel: {
      if !evenIfCancelled { background.async { self.answer(waiter) } }
    }
    return timeout - (now - beginning)
  }

  private func answer(_ waiter: Int) {
    update { _, _, actions in actions.answered.append((waiter, Answer(success: true))) }
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns what became of what was left.
  func shutdown(timeout: Duration) async -> DeliveryResult {
    let waiter = newWaiter()
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    return await withCheckedContinuation { continuation in
      let mustWait = update { state, now, actions in
        state.waiters[waiter] = continuation
        state.queue.beginClosing(&actions)
        state.queue.awaitEnd(waiter)
        if timeout <= .zero { state.queue.close(&actions) }
        state.queue.proceed(at: now, &actions)
        return !state.queue.isFinished
      }
      if mustWait { after(timeout) { $0.close() } }
    }.result
  }

  private func newWaiter() -> Int {
    update { state, _, _ in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  private func withdraw(_ waiter: Int) {
    update { state, now, actions in
      state.queue.withdraw(waiter, &actions)
      state.queue.proceed(at: now, &actions)
    }
  }

  /// Ends at once. What has not arrived is lost. The tasks of what is being delivered are cancelled.
  func close() {
    update { state, now, actions in
      state.queue.close(&actions)
      state.queue.proceed(at: now, &actions)
    }
  }
}

// MARK: - What the hub is told

extension HubCore {
  /// Configures the destinations, once.
  func start(purging denied: Set<Int>) {
    update { state, now, actions in
      state.queue.start(purging: denied, at: now, &actions)
      state.queue.proceed(at: now, &actions)
    }
  }

  /// Makes some destinations forget, at once.
  func purge(_ destinations: [Int]) {
    update { state, now, actions in
      state.queue.post(HubEntry(.purge, time: TrackerCall.purge.time), to: destinations, at: now, &actions)
      state.queue.proceed(at: now, &actions)
    }
  }

  func pause() {
    update { state, _, actions in state.queue.pause(&actions) }
  }

  func resume() {
    update { state, now, actions in
      state.queue.resume()
      state.queue.hurry()
      state.queue.proceed(at: now, &actions)
    }
    for destination in destinations { destination.hurry() }
  }

  func hurry() {
    update { state, now, actions in
      state.queue.hurry()
      state.queue.proceed(at: now, &actions)
    }
    for destination in destinations { destination.hurry() }
  }

  var ledger: TrackerLedger {
    update { state, _, _ in TrackerLedger(entries: state.queue.destinations.map { $0.ledgerEntry() }) }
  }

  var isEnded: Bool { update { state, _, _ in state.queue.isClosing && state.queue.isFinished } }

  /// Nobody holds the hub any more. What is waiting is still delivered in the background, for a limited time.
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
