/// Calls that reach the process's system while it has no tracker. In a test these have left the test's own system,
/// for example by hopping to a queue, so a recording wants to know.
package enum UnclaimedCalls {
  package typealias Observer = @Sendable (TrackerCall, CodeLocation) -> Void

  private struct State {
    var observers: [(number: Int, observer: Observer)] = []
    var last = 0
  }

  private static let state = Lock(State())
  private static let areObserved = AtomicFlag()

  /// Calls `observer` for each from now on. Returns what ``stopObserving(_:)`` takes.
  package static func observe(_ observer: @escaping Observer) -> Int {
    state.withLock { state in
      areObserved.set()
      state.last += 1
      state.observers.append((state.last, observer))
      return state.last
    }
  }

  package static func stopObserving(_ number: Int) {
    let observer = state.withLock { state in
      state.observers.firstIndex { $0.number == number }.map { state.observers.remove(at: $0) }
    }
    withExtendedLifetime(observer) {}
  }

  static func note(_ call: PendingCall) {
    if !areObserved.isSet { return }
    let observers = state.withLock { $0.observers.map(\.observer) }
    if observers.isEmpty { return }
    let (tracked, location) = call.made
    for observer in observers { observer(tracked, location) }
  }
}

extension PendingCall {
  /// The call as far as it is known.
  fileprivate var made: (TrackerCall, CodeLocation) {
    switch self {
    case .call(let call, _, let location): return (call, location)
    case .event(var pending):
      var tracked = pending.event
      tracked.properties = pending.found.take()
      let location = tracked.location
      return (.track(tracked), location)
    }
  }
}
