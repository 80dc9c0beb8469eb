/// What a renaming made of the names it has met: spelling one anew for each event costs more than the rest of the event
/// (Benchmarks: tracker: renaming by a style).
///
/// Keys are remembered if their names live for ever anyway, which are as many as the program has cases. Names of events
/// are remembered up to a limit. Both are so bounded, whatever strings an app makes names of.
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
  func event(_ name: String, _ style: IdentifierStyle) -> String {
    if let spelled = known.withLock({ $0.events[name] }) { return spelled }
    let spelled = style(name)
    known.withLock { known in
      if known.events.count < Self.maximumEvents { known.events[name] = spelled }
    }
    return spelled
  }

  /// How much is remembered.
  var count: (keys: Int, events: Int) { known.withLock { ($0.keys.count, $0.events.count) } }
}
