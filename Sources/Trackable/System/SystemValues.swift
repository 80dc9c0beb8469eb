/// The values that other modules keep for a tracking system, one of each type. A value is made on its first use.
///
/// The process keeps the values of its system. The tasks of a scope keep the scope's values. The core of a system does
/// not keep its values, because a value may hold a tracker that refers to the core, and the two would keep each other
/// alive forever. So the values of a test are released when the test ends, and a task that outlives a scope still has
/// the scope's values.
package final class SystemValues: Sendable {
  private let values = Lock<[any Sendable]>([])

  package init() {}

  /// The values of the process's system.
  static let ofProcess = SystemValues()

  /// The value of a type, made on its first use.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    if let known = known(as: Value.self) as? Value { return known }
    // The value is made without the lock. If two threads make a value, both get the value that was stored first.
    let made = make()
    return known(as: Value.self, orElse: made) as? Value ?? made
  }

  private func known(as type: Any.Type, orElse made: (any Sendable)? = nil) -> (any Sendable)? {
    values.withLock { values in
      if let known = values.first(where: { Swift.type(of: $0) == type }) { return known }
      if let made { values.append(made) }
      return made
    }
  }
}
