import TestSupport

/// A value that several threads share, which may be released only after unlocking.
final class Guarded<Value: Sendable>: Sendable {
  private let value: Shared<Value>

  init(_ value: Value) { self.value = Shared(value) }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { value.withLock(body) }

  var current: Value {
    get { value.value }
    set {
      // Released after unlocking: it may be anything.
      let old = value.exchange(newValue)
      withExtendedLifetime(old) {}
    }
  }
}

/// A number that several threads count up.
final class Tally: Sendable {
  private let value = Shared(0)

  var count: Int { value.value }

  /// Returns the new count.
  @discardableResult func add(_ more: Int = 1) -> Int { value.add(more) }
}
