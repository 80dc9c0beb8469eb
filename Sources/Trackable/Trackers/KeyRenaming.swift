/// Gives keys other names.
///
/// It remembers the keys that it has made of keys whose names live for ever anyway: at most as many as the program has
/// cases.
final class KeyRenaming: Sendable {
  private enum Rule: Sendable {
    case style(SpelledNames)
    case names([String: String])
  }

  private struct Pair: Hashable {
    let kept: String
    let lost: String
  }

  /// So many pairs of keys are reported; keys that are plain strings may make any number.
  static let maximumReports = 100

  private let rule: Rule
  /// Where the renaming was written.
  private let location: CodeLocation
  private let reported = Lock<Set<Pair>>([])
  private let known = Lock<[ObjectIdentifier: PropertyKey]>([:])

  /// A style that spells every name.
  init(_ style: NamingStyle, at location: CodeLocation) {
    rule = .style(SpelledNames(style))
    self.location = location
  }

  /// Other names for the keys that have certain names.
  init(_ names: [String: String], at location: CodeLocation) {
    rule = .names(names)
    self.location = location
  }

  /// What properties are nested in: what their key is called where they are flattened, before and now.
  private struct Outer {
    let name: IdentifierName
    let spelled: IdentifierName
  }

  /// The same properties under other keys, also inside their values.
  func callAsFunction(_ properties: TrackedProperties) -> TrackedProperties { renamed(properties, inside: nil) }

  private func renamed(_ properties: TrackedProperties, inside outer: Outer?) -> TrackedProperties {
    // Of each name, the key that has got it first.
    var kept: [String: (key: PropertyKey, value: TrackedValue)] = [:]
    var result: [TrackedProperty] = []
    result.reserveCapacity(properties.count)
    for property in properties.elements {
      let key = renamed(property.key, inside: outer)
      let inside = Outer(
        name: property.key.composedName(inside: outer?.name), spelled: key.composedName(inside: outer?.spelled))
      let value = renamed(property.value, inside: inside)
      if let first = kept[key.name] {
        // The first one stays: it has the higher rank.
        if first.value != value { reportLoss(of: property.key, behind: first.key, as: key) }
      } else {
        kept[key.name] = (property.key, value)
        result.append(TrackedProperty(key: key, given: value))
      }
    }
    return TrackedProperties(result)
  }

  /// The same value with other keys inside it.
  func callAsFunction(_ value: TrackedValue) -> TrackedValue { renamed(value, inside: nil) }

  private func renamed(_ value: TrackedValue, inside outer: Outer?) -> TrackedValue {
    switch value {
    case .properties(let nested): .properties(renamed(nested, inside: outer))
    // What is inside an array is not flattened.
    case .array(let values): .array(values.map { renamed($0, inside: nil) })
    default: value
    }
  }

  /// The same key under another name.
  func callAsFunction(_ key: PropertyKey) -> PropertyKey { renamed(key, inside: nil) }

  private func renamed(_ key: PropertyKey, inside outer: Outer?) -> PropertyKey {
    switch rule {
    case .style(let names):
      let composed = outer.map { outer in
        NameEntry.ComposedSpelling(name: names(key.composedName(inside: outer.name)), outer: outer.spelled.text)
      }
      guard composed == nil, let identity = key.lastingIdentity else {
        return key.spelled(names.style(key.identifier), composed: composed, callAsFunction)
      }
      if let known = known.withLock({ $0[identity] }) { return known }
      // An adopter's function is called outside of the lock.
      let renamed = key.spelled(names.style(key.identifier), callAsFunction)
      known.withLock { $0[identity] = renamed }
      return renamed
    case .names(let names):
      if let name = names[key.name] { return key.spelled(IdentifierName(written: name), callAsFunction) }
      let composed = outer.flatMap { outer in
        key.composedName(inside: outer.name).moved(from: outer.name, to: outer.spelled)
          .map { NameEntry.ComposedSpelling(name: $0, outer: outer.spelled.text) }
      }
      return composed == nil && !key._hasTraits ? key : key.spelled(key.identifier, composed: composed, callAsFunction)
    }
  }

  private func reportLoss(of key: PropertyKey, behind kept: PropertyKey, as spelled: PropertyKey) {
    let pair = Pair(kept: kept.name, lost: key.name)
    let isNew = reported.withLock { $0.count < Self.maximumReports && $0.insert(pair).inserted }
    guard isNew else { return }
    IssueReporter.current.report(
      TrackableIssue(
        kind: .sameName,
        message:
          "'\(pair.kept)' and '\(pair.lost)' both become '\(spelled.name)'; where an event has both, only the value "
          + "of the first is sent.",
        remedy: "rename one of the keys, or give it a name of its own with 'renaming(keys:)' in front of the style.",
        location: location, subject: pair.lost))
  }

  /// How many keys are remembered.
  var count: Int { known.withLock { $0.count } }
}
