import Foundation
import TestSupport
import Trackable

/// Where the first work that comes waits until a test lets it go on.
final class Turnstile: Sendable {
  private let state = Lock((hasCome: false, goesOn: false))

  var hasCome: Bool { state.withLock { $0.hasCome } }

  /// Keeps the next work.
  func close() { state.withLock { $0 = (false, false) } }
  func open() { state.withLock { $0.goesOn = true } }

  func pass() {
    let isFirst = state.withLock { state in
      defer { state.hasCome = true }
      return !state.hasCome
    }
    while isFirst, !state.withLock({ $0.goesOn }) { sched_yield() }
  }
}

/// Begins work on a thread of its own. What is returned waits until the work is over.
func begin(_ work: @escaping @Sendable () -> Void) -> @Sendable () async -> Void {
  let isOver = Lock(false)
  Thread {
    work()
    isOver.withLock { $0 = true }
  }.start()
  return { await until { isOver.withLock { $0 } } }
}
