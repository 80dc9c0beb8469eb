// Callers that are suspended until there is room, or until a flush, the start or the end. Each is a *waiter*: the state
// machine knows it by a number, this code by a continuation.

extension HubCore {
  /// Tells the state machine what a waiter waits for.
  typealias Registration = (inout HubQueue, _ waiter: Int, inout HubActions) -> Void

  /// Waits for what `register` asks for, and returns whether it happened. It returns false if `timeout` has passed or
  /// the calling task is cancelled before that.
  func wait(timeout: Duration? = nil, _ register: Registration) async -> Bool {
    let waiter = newWaiter()
    var timer: Task<Void, Never>?
    let success = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = update { state, actions in
          state.waiters[waiter] = continuation
          register(&state.queue, waiter, &actions)
          // Checked under the lock: a cancellation that comes later will find the waiter.
          if Task.isCancelled || timeout.map({ $0 <= .zero }) ?? false { state.queue.withdraw(waiter, &actions) }
          return !actions.resumed.contains { $0.waiter == waiter }
        }
        if mustWait, let timeout { timer = after(timeout) { $0.withdraw(waiter) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here, and the issue handler may be called.
      Task.detached { self.withdraw(waiter) }
    }
    timer?.cancel()
    return success
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns how many deliveries were
  /// lost.
  func shutdown(timeout: Duration) async -> Int {
    let waiter = newWaiter()
    var timer: Task<Void, Never>?
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    _ = await withCheckedContinuation { continuation in
      let mustWait = update { state, actions in
        state.waiters[waiter] = continuation
        state.queue.beginClosing(failed: destinations.map(\.progress.current.failed), &actions)
        state.queue.awaitEnd(waiter, &actions)
        return !state.queue.isFinished
      }
      if mustWait {
        if timeout > .zero { timer = after(timeout) { $0.close() } } else { close() }
      }
    }
    timer?.cancel()
    return update { state, _ in state.queue.lost }
  }

  private func newWaiter() -> Int {
    update { state, _ in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  private func withdraw(_ waiter: Int) {
    update { state, actions in state.queue.withdraw(waiter, &actions) }
  }

  /// Returns after `delay`, or when the task is cancelled.
  func pause(for delay: Duration) async {
    // The system's clocks trap if the end is later than they can represent; 68 years are as good as for ever.
    try? await clock.sleep(for: min(delay, .seconds(1 << 31)))
  }

  private func after(_ delay: Duration, _ action: @escaping @Sendable (HubCore) -> Void) -> Task<Void, Never> {
    Task.detached { [self] in
      await pause(for: delay)
      if !Task.isCancelled { action(self) }
    }
  }
}
