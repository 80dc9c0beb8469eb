// Callers that are suspended until there is room, or until a flush, the start or the end. Each is a *party*: the state
// machine knows it by a number, this code by a continuation.

extension HubCore {
  /// Tells the state machine what a party waits for.
  typealias Registration = (inout HubQueue, _ party: Int, inout HubActions) -> Void

  /// Waits for what `register` asks for, and returns whether it happened. It returns false if `timeout` has passed or
  /// the calling task is cancelled before that.
  func wait(timeout: Duration? = nil, _ register: Registration) async -> Bool {
    let party = newParty()
    var timer: Task<Void, Never>?
    let success = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = update { state, actions in
          state.parties[party] = continuation
          register(&state.queue, party, &actions)
          // Checked under the lock: a cancellation that comes later will find the party.
          if Task.isCancelled || timeout.map({ $0 <= .zero }) ?? false { state.queue.withdraw(party, &actions) }
          return !actions.resumed.contains { $0.party == party }
        }
        if mustWait, let timeout { timer = after(timeout) { $0.withdraw(party) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here, and the issue handler may be called.
      Task.detached { self.withdraw(party) }
    }
    timer?.cancel()
    return success
  }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns how many deliveries were
  /// lost.
  func shutdown(timeout: Duration) async -> Int {
    let party = newParty()
    var timer: Task<Void, Never>?
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    _ = await withCheckedContinuation { continuation in
      let mustWait = update { state, actions in
        state.parties[party] = continuation
        state.queue.beginClosing(failed: destinations.map(\.progress.current.failed), &actions)
        state.queue.awaitEnd(party, &actions)
        return !state.queue.isFinished
      }
      if mustWait {
        if timeout > .zero { timer = after(timeout) { $0.close() } } else { close() }
      }
    }
    timer?.cancel()
    return update { state, _ in state.queue.lost }
  }

  private func newParty() -> Int {
    update { state, _ in
      state.lastParty += 1
      return state.lastParty
    }
  }

  private func withdraw(_ party: Int) {
    update { state, actions in state.queue.withdraw(party, &actions) }
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
