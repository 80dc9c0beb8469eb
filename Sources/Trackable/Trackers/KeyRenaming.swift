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

  /// Other names for the keys that were written with certain names.
  init(_ names: [String: String], at location: CodeLocation) {
    rule = .names(names)
    self.location = location
  }

  /// The same properties under other keys, also inside their values.
  func callAsFunction(_ properties: TrackedProperties) -> TrackedProperties {
    var taken: Set<String> = []
    var result: [TrackedProperty] = []
    result.reserveCapacity(properties.count)
    for property in properties.elements {
      let key = self(property.key)
      let renamed = TrackedProperty(key: key, given: self(property.value))
      if taken.insert(key.name).inserted {
        result.append(renamed)
      } else if let first = result.first(where: { $0.key.name == key.name }), first.value != renamed.value {
        // The first one stays: it has the higher rank.
        reportLoss(of: key, behind: first.key)
      }
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

  private func reportLoss(of key: PropertyKey, behind kept: PropertyKey) {
    let pair = Pair(kept: kept.writtenName, lost: key.writtenName)
    let isNew = reported.withLock { $0.count < Self.maximumReports && $0.insert(pair).inserted }
    guard isNew else { return }
    IssueReporter.current.report(
      TrackableIssue(
        kind: .sameName,
        message: "'\(pair.kept)' and '\(pair.lost)' both become '\(key.name)'; where an event has both, only the value "
          + "of the first is sent.",
        remedy: "rename one of the keys, or give it a name of its own with 'renaming(keys:)' in front of the style.",
        location: location, subject: pair.lost))
  }

  /// How many keys are remembered.
  var count: Int { known.withLock { $0.count } }
}
