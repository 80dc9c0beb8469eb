import Trackable
public import TrackableTesting

extension TrackingPlan {
  /// What a service does not take as it is, a sentence for each, in a stable order: names by the plan, and values by a
  /// recording.
  ///
  /// ```swift
  /// #expect(plan.violations(of: .firebase, events: .snakeCase, keys: .snakeCase, in: recorder) == [])
  /// ```
  ///
  /// - Parameters:
  ///   - limits: What the service takes.
  ///   - events: How it sees events and user properties, as in `renaming(events:keys:)`.
  ///   - keys: How it sees keys. A nested property has one name, composed of its keys.
  ///   - recorder: A recording whose values are to be within the limits too. No value is named, only its key.
  public func violations(
    of limits: Limits, events: NamingStyle = .path, keys: NamingStyle = .path, in recorder: RecordingTracker? = nil
  ) -> [String] {
    let seen = seen(by: limits.service, events: events, keys: keys)
    let names = seen.destinations.filter { $0.name == limits.service }.flatMap { violations(of: limits, for: $0) }
    let values = (recorder?.deliveries ?? []).map(\.delivery)
    var known: Set<String> = []
    return names
      + limits.sentences { rule in values.flatMap { rule.values($0, events, keys) } }
      .filter { known.insert($0).inserted }
  }

  /// What a service does not take of the names that it sees.
  func violations(of limits: Limits, for destination: Destination) -> [String] {
    // Services limit the keys of an event, and not those inside the elements of an array.
    let paths = propertyPaths.filter { !$0.value.isInArray }
    func names(_ subject: Limits.Subject) -> [(name: String, spelling: String)] {
      switch subject {
      case .eventName: events.map { ($0.name, destination.events[$0.name] ?? $0.name) }
      case .userPropertyName: userProperties.map { ($0.key, destination.userProperties[$0.key] ?? $0.key) }
      // One that takes nested values has each key by itself.
      case .key where destination.takesNestedValues:
        Set(paths.values.flatMap(\.keys)).sorted().map { ($0, destination.spelling(of: $0)) }
      case .key: paths.keys.sorted().map { ($0, destination.keys[$0] ?? $0) }
      case .value, .userPropertyValue, .userID: []
      }
    }
    return limits.sentences { rule in
      switch rule.bound {
      case .count(let most):
        let count = Set(names(rule.subject).map(\.spelling)).count
        return count <= most ? [] : [("the plan has \(count) different \(rule.subject.rawValue)s", "\(most)")]
      case .countPerEvent(let most):
        return events.compactMap { event in
          // A key inside a nested value is no key of the event.
          let keys = event.properties.compactMap { paths[$0.key] }
            .map { destination.takesNestedValues ? $0.keys[0] : $0.text }
          let count = Set(keys).count
          let name = destination.events[event.name] ?? event.name
          return count <= most ? nil : ("event '\(name)' can carry \(count) keys", "\(most)")
        }
      case .types(let types, let exceptions):
        return events.flatMap { event in
          event.properties.compactMap { property in
            let key = destination.keys[property.key] ?? property.key
            let others = property.types.subtracting(types)
            if paths[property.key] == nil || others.isEmpty || exceptions.contains(key) { return nil }
            let what = "key '\(key)' of event '\(destination.events[event.name] ?? event.name)' has values of type "
            return (what + others.sorted().joined(separator: " and "), types.sorted().joined(separator: ", "))
          }
        }
      default:
        return names(rule.subject).compactMap { name, spelling in
          let path = spelling == name ? "" : " (\(name))"
          return rule.bound.problem(ofName: spelling)
            .map { ("\(rule.subject.rawValue) '\(spelling)'\(path) \($0.what)", $0.allowed) }
        }
      }
    }
  }

  /// A violation of a limit, and the limit.
  fileprivate typealias Finding = (what: String, allowed: String)
}

extension TrackingPlan.Limits {
  fileprivate func sentences(_ findings: (Rule) -> [TrackingPlan.Finding]) -> [String] {
    rules.flatMap { rule in
      findings(rule).map { "\($0.what); \(service) takes \($0.allowed) (\(rule.source))" }
    }
  }
}

extension TrackingPlan.Limits.Rule {
  /// The values of a call that are beyond the limit.
  fileprivate func values(_ call: TrackerCall, _ events: NamingStyle, _ keys: NamingStyle) -> [TrackingPlan.Finding] {
    func findings(_ value: TrackedValue, _ what: String) -> [TrackingPlan.Finding] {
      bound.problem(of: value).map { [("\(what) has a value \($0.what)", $0.allowed)] } ?? []
    }
    func findings(_ properties: TrackedProperties, _ owner: String) -> [TrackingPlan.Finding] {
      // A flattened value has no depth any more. A service that takes nested values has no such limit for flattened ones.
      var isDepth: Bool { if case .depth = bound { true } else { false } }
      return (isDepth ? properties : properties.flattened)
        .flatMap { findings($0.value, "key '\(keys($0.key.name))' of \(owner)") }
    }
    switch (subject, call) {
    case (.value, .track(let event)):
      let owner = "event '\(events(event.name))'"
      return findings(event.properties, owner) + findings(event.sensitiveProperties, owner)
    case (.value, .identify(let user)):
      return findings(user.traits, "'identify'") + findings(user.sensitiveTraits, "'identify'")
    case (.userPropertyValue, .update(let property)):
      return findings(property.operand, "user property '\(events(property.name))'")
    case (.userID, .identify(let user)): return findings(.string(user.id), "the user ID")
    default: return []
    }
  }
}

extension TrackingPlan.Limits.Bound {
  /// A text that is too long.
  private func length(of text: String) -> TrackingPlan.Finding? {
    switch self {
    case .characters(let most): text.count > most ? ("\(text.count) characters", "\(most)") : nil
    case .bytes(let most): text.utf8.count > most ? ("\(text.utf8.count) bytes", "\(most)") : nil
    default: nil
    }
  }

  fileprivate func problem(ofName name: String) -> TrackingPlan.Finding? {
    switch self {
    case .identifier:
      func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
      guard let first = name.first else { return ("is empty", "a letter, and then letters, digits and underscores") }
      if let other = name.first(where: { !isLetter($0) && !($0.isASCII && $0.isNumber) && $0 != "_" }) {
        return ("has '\(other)' in it", "letters from A to Z, digits and underscores")
      }
      return isLetter(first) ? nil : ("does not begin with a letter", "names that do")
    case .reserved(let names): return names.contains(name) ? ("is reserved", "another name") : nil
    case .reservedPrefixes(let prefixes):
      return prefixes.sorted().first(where: name.hasPrefix)
        .map { ("begins with '\($0)', which is reserved", "another name") }
    default: return length(of: name).map { ("has \($0.what)", $0.allowed) }
    }
  }

  fileprivate func problem(of value: TrackedValue) -> TrackingPlan.Finding? {
    switch (self, value) {
    case (.depth(let most), _) where value.depth > most: ("that is nested \(value.depth) deep", "\(most)")
    case (_, .string(let text)): length(of: text).map { ("of \($0.what)", $0.allowed) }
    default: nil
    }
  }
}

extension TrackedValue {
  /// How deep arrays and properties are nested: at most ``maximumDepth``.
  fileprivate var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .properties(let properties): 1 + (properties.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
