/// Calls that reach the process's system while it has no tracker. In a test these have left the test's own system,
/// for example by hopping to a queue, so a recording wants to know.
package enum UnclaimedCalls {
  package typealias Observer = @Sendable (TrackerCall, CodeLocation) -> Void

  private static let observers = Lock<[Int: Observer]>([:])

  /// Calls `observer` for each from now on. Returns what ``stopObserving(_:)`` takes.
  package static func observe(_ observer: @escaping Observer) -> Int {
    observers.withLock { observers in
      let number = (observers.keys.max() ?? 0) + 1
      observers[number] = observer
      return number
    }
  }

  package static func stopObserving(_ number: Int) {
    withExtendedLifetime(observers.withLock { $0.removeValue(forKey: number) }) {}
  }

  static func note(_ call: PendingCall) {
    let observers = observers.withLock { Array($0.values) }
    if observers.isEmpty { return }
    for observer in observers { observer(call.made, call.location) }
  }
}

extension PendingCall {
  /// The call as far as it is known.
  fileprivate var made: TrackerCall {
    switch self {
    case .call(let call, _, _): return call
    case .event(var pending):
      var tracked = pending.event
      tracked.properties = pending.found.take()
      return .track(tracked)
    }
  }
}
