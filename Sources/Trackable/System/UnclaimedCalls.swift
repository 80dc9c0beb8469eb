/// Tracking calls that reach the process's tracking system while that system has no tracker. If this happens during a
/// test, code of the test has probably left the test's own system, for example through a dispatch queue. So a recording
/// reports such a call.
package enum UnclaimedCalls {
  package typealias Observer = @Sendable (TrackerCall, CodeLocation) -> Void

  private static let observers = Lock<[(number: Int, observer: Observer)]>([])

  /// From now on, calls `observer` for each such call. Returns a number for ``stopObserving(_:)``.
  package static func observe(_ observer: @escaping Observer) -> Int {
    observers.withLock { observers in
      let number = (observers.last?.number ?? 0) + 1
      observers.append((number, observer))
      return number
    }
  }

  package static func stopObserving(_ number: Int) {
    let removed = observers.withLock { observers in
      observers.firstIndex { $0.number == number }.map { observers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  static func record(at location: CodeLocation, _ call: () -> TrackerCall) {
    let observers = observers.withLock { $0.map(\.observer) }
    if observers.isEmpty { return }
    let call = call()
    for observer in observers { observer(call, location) }
  }
}
