/// What modules above keep for a system, one value of each type: made when it is first asked for.
///
/// The process keeps the values of its system. The tasks of a scope, and not the core, keep the scope's values: a value
/// may hold a tracker that leads back to the core, and the two would keep each other for ever. So the values of a test
/// are gone with the test, and a task that outlives a scope still has the scope's values.
package final class SystemValues: Sendable {
  private let values = Lock<[any Sendable]>([])

  package init() {}

  /// The values of the process's system.
  static let ofProcess = SystemValues()

  /// The value of its type.
  func value<Value: Sendable>(_ make: () -> Value) -> Value {
    if let known = known(as: Value.self) as? Value { return known }
    // Made without the lock; of two who make one, the first counts.
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
