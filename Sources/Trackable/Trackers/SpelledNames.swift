/// A cache of the names that a renaming has made. Making a name anew for each event would cost more than everything
/// else about the event (Benchmarks: tracker: renaming by a style).
///
/// Only keys whose names live for ever anyway are kept, which are at most as many as the program has cases. Names of
/// events are kept up to a limit. So the cache stays bounded whatever strings an app uses as names.
final class SpelledNames: Sendable {
  private struct Known {
    var keys: [ObjectIdentifier: PropertyKey] = [:]
    var events: [String: String] = [:]
  }

  static let maximumEvents = 1_000

  private let known = Lock(Known())

  /// The key as `spell` spells it.
  func key(_ key: PropertyKey, _ spell: (PropertyKey) -> String) -> PropertyKey {
    guard let identity = key.lastingIdentity else { return key.spelled(spell(key)) }
    if let spelled = known.withLock({ $0.keys[identity] }) { return spelled }
    // An adopter's function is asked outside of the lock.
    let spelled = key.spelled(spell(key))
    known.withLock { $0.keys[identity] = spelled }
    return spelled
  }

  /// The event's name as `style` spells it.
  func event(_ name: String, _ style: NamingStyle) -> String {
    if let spelled = known.withLock({ $0.events[name] }) { return spelled }
    let spelled = style(name)
    known.withLock { known in
      if known.events.count < Self.maximumEvents { known.events[name] = spelled }
    }
    return spelled
  }

  /// How many names are kept.
  var count: (keys: Int, events: Int) { known.withLock { ($0.keys.count, $0.events.count) } }
}
