import Synchronization

/// A value that several threads share.
///
/// The thread sanitizer does not see how `Mutex` orders threads on Linux, and would report races that are none. It does
/// see an atomic that every holder of the lock reads and writes.
final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  private let handover = Atomic(false)

  init(_ value: Value) { self.value = Mutex(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in
      _ = handover.load(ordering: .acquiring)
      defer { handover.store(true, ordering: .releasing) }
      return body(&value)
    }
  }

  var current: Value {
    get { withLock { $0 } }
    set {
      // Released after unlocking: it may be anything.
      let old = withLock { value in
        let old = value
        value = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// A number that several threads count up.
final class Tally: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .acquiring) }

  /// Returns the new count.
  @discardableResult func add(_ more: Int = 1) -> Int {
    value.add(more, ordering: .acquiringAndReleasing).newValue
  }
}
