import TestSupport

/// A value that several threads share.
typealias Guarded = Shared

extension Shared {
  var current: Value {
    get { value }
    set {
      // Released after unlocking: it may be anything.
      let old = exchange(newValue)
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
