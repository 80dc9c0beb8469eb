/// Gives keys other names.
///
/// It remembers the keys that it has made of keys whose names live for ever anyway: at most as many as the program has
/// cases.
final class KeyRenaming: Sendable {
  private enum Rule: Sendable {
    case style(SpelledNames)
    case names([String: String])
  }

  private let rule: Rule
  private let known = Lock<[ObjectIdentifier: PropertyKey]>([:])

  /// A style that spells every name.
  init(_ style: NamingStyle) {
    rule = .style(SpelledNames(style))
  }

  /// Other names for the keys that were written with certain names.
  init(_ names: [String: String]) {
    rule = .names(names)
  }

  /// The same properties under other keys, also inside their values.
  func callAsFunction(_ properties: TrackedProperties) -> TrackedProperties {
    var taken: Set<String> = []
    var result: [TrackedProperty] = []
    result.reserveCapacity(properties.count)
    for property in properties {
      let key = self(property.key)
      // If two keys get the same name, the first one stays: it has the higher rank.
      guard taken.insert(key.name).inserted else { continue }
      result.append(TrackedProperty(key: key, given: self(property.value)))
    }
    return TrackedProperties(distinct: result)
  }

  /// The same value with other keys inside it.
  func callAsFunction(_ value: TrackedValue) -> TrackedValue {
    switch value {
    case .properties(let nested): .properties(self(nested))
    case .array(let values): .array(values.map { self($0) })
    default: value
    }
  }

  /// The same key under another name.
  func callAsFunction(_ key: PropertyKey) -> PropertyKey {
    guard let identity = key.lastingIdentity else { return renamed(key) }
    if let known = known.withLock({ $0[identity] }) { return known }
    // An adopter's function is called outside of the lock.
    let renamed = renamed(key)
    known.withLock { $0[identity] = renamed }
    return renamed
  }

  private func renamed(_ key: PropertyKey) -> PropertyKey {
    switch rule {
    case .style(let names): key.spelled(by: names)
    case .names(let names): names[key.writtenName].map(key.spelled) ?? key
    }
  }

  /// How many keys are remembered.
  var count: Int { known.withLock { $0.count } }
}
