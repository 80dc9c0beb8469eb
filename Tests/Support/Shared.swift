import Foundation

/// A value that several threads share. `Synchronization` would need macOS 15, and the thread sanitizer does not see how its
/// `Mutex` orders threads on Linux.
package final class Shared<Value: Sendable>: @unchecked Sendable {
  // Invariant behind `@unchecked Sendable`: accessed under the lock only.
  private var kept: Value
  private let lock = NSLock()

  package init(_ value: Value) { kept = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&kept)
  }

  package var value: Value { withLock { $0 } }

  package func set(_ value: Value) { withLock { $0 = value } }

  /// Sets the value, and returns the one from before.
  package func exchange(_ value: Value) -> Value {
    withLock { kept in
      defer { kept = value }
      return kept
    }
  }
}

extension Shared<Int> {
  /// Returns the sum.
  @discardableResult
  package func add(_ more: Int) -> Int {
    withLock { value in
      value += more
      return value
    }
  }
}
