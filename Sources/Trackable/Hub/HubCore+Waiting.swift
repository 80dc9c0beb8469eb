// Who is suspended: for room, for a flush, for the start, for the end. Each is a party, known to the state machine by a
// number and here by a continuation.

extension HubCore {
  /// How a party comes to wait.
  typealias Registration = (inout HubQueue, _ party: Int, inout HubActions) -> Void

  /// Waits as `register` says, and answers whether that was worth it: until it happens, until `timeout` has passed, or
  /// until the calling task is cancelled.
  func wait(timeout: Duration? = nil, _ register: Registration) async -> Bool {
    let party = newParty()
    var timer: Task<Void, Never>?
    let success = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = update { state, actions in
          state.parties[party] = continuation
          register(&state.queue, party, &actions)
          // Asked under the lock: who is cancelled later finds the party here.
          if Task.isCancelled || timeout.map({ $0 <= .zero }) ?? false { state.queue.withdraw(party, &actions) }
          return !actions.resumed.contains { $0.party == party }
        }
        if mustWait, let timeout { timer = after(timeout) { $0.withdraw(party) } }
      }
    } onCancel: {
      // Not here: the runtime holds a lock of its own, and whoever hears of issues may be called.
      Task.detached { self.withdraw(party) }
    }
    timer?.cancel()
    return success
  }

  /// Takes nothing more, delivers what is there for at most `timeout`, and ends. Answers how much was lost.
  func shutdown(timeout: Duration) async -> Int {
    let party = newParty()
    var timer: Task<Void, Never>?
    // A task that is cancelled shuts down in good order, too: the deadline bounds it.
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
    // Clocks of the system trap at what ends later than they can say: 68 years are for ever.
    try? await clock.sleep(for: min(delay, .seconds(1 << 31)))
  }

  private func after(_ delay: Duration, _ action: @escaping @Sendable (HubCore) -> Void) -> Task<Void, Never> {
    Task.detached { [self] in
      await pause(for: delay)
      if !Task.isCancelled { action(self) }
    }
  }
}
