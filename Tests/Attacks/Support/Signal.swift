import Dispatch

/// An event that happens once. A caller that waits for it sets the limit.
final class Signal: Sendable {
  private struct State: Sendable {
    var isSent = false
    var waiters: [@Sendable () -> Void] = []
  }

  private let state = Guarded(State())

  var isSent: Bool { state.withLock { $0.isSent } }

  func send() {
    let waiters = state.withLock { state in
      state.isSent = true
      let waiters = state.waiters
      state.waiters = []
      return waiters
    }
    for waiter in waiters { waiter() }
  }

  /// Blocks the thread until it happens. Returns whether it did.
  @discardableResult func wait(atMost seconds: Double = patience) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    whenSent { semaphore.signal() }
    _ = semaphore.wait(timeout: .now() + seconds)
    return isSent
  }

  /// Suspends the task until it happens. Returns whether it did.
  @discardableResult func comes(within seconds: Double = patience) async -> Bool {
    let isOver = Guarded(false)
    await withCheckedContinuation { continuation in
      let resume: @Sendable () -> Void = {
        let isFirst = isOver.withLock { isOver in
          defer { isOver = true }
          return !isOver
        }
        if isFirst { continuation.resume() }
      }
      whenSent(resume)
      DispatchQueue.global().asyncAfter(deadline: .now() + seconds, execute: resume)
    }
    return isSent
  }

  private func whenSent(_ waiter: @escaping @Sendable () -> Void) {
    let isSent = state.withLock { state in
      if !state.isSent { state.waiters.append(waiter) }
      return state.isSent
    }
    if isSent { waiter() }
  }
}
