import Synchronization

/// What reaches the process's system while nothing is bootstrapped. In a test that is what has left the test's own system,
/// for example by hopping to a queue, so whoever records wants to know.
package enum UnclaimedDeliveries {
  package typealias Observer = @Sendable (Delivery, CodeLocation) -> Void

  private struct State {
    var observers: [Int: Observer] = [:]
    var last = 0
  }

  private static let state = Lock(State())
  private static let areObserved = Atomic(false)

  /// Calls `observer` for each from now on. Returns what ``stopObserving(_:)`` takes.
  package static func observe(_ observer: @escaping Observer) -> Int {
    state.withLock { state in
      areObserved.store(true, ordering: .relaxed)
      state.last += 1
      state.observers[state.last] = observer
      return state.last
    }
  }

  package static func stopObserving(_ number: Int) {
    let observer = state.withLock { $0.observers.removeValue(forKey: number) }
    withExtendedLifetime(observer) {}
  }

  /// Those who observed when an event was tracked that had to wait, while it is handed over: what it turns out to be is
  /// theirs to know, though they may have stopped, and not of those who began meanwhile.
  @TaskLocal private static var observersOfCall: [Observer]?

  /// Those who observe what is tracked at this moment; `nil` if nobody ever did.
  static var observers: [Observer]? {
    if !areObserved.load(ordering: .relaxed) { return nil }
    return observersOfCall ?? state.withLock { Array($0.observers.values) }
  }

  /// Runs `body` on behalf of an event that was tracked when these observed.
  static func with<Result>(_ observers: [Observer]?, _ body: () -> Result) -> Result {
    if let observers { $observersOfCall.withValue(observers, operation: body) } else { body() }
  }

  static func note(_ delivery: Delivery, at location: () -> CodeLocation) {
    guard let observers, !observers.isEmpty else { return }
    let location = location()
    for observer in observers { observer(delivery, location) }
  }
}
