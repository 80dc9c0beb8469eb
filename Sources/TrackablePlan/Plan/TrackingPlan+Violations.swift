import Trackable

extension TrackingPlan {
  /// The values of calls that are beyond the limits of a destination, a sentence for each. No value is named, only its key.
  func valuesBeyondLimits(in calls: [TrackerCall]) -> [String] {
    destinations.inOrder.flatMap { _, destination in
      destination.limits?.sentences { rule in calls.flatMap { rule.values($0, destination) } } ?? []
    }
  }

  /// The names that are beyond the limits of a destination, a sentence for each, in a stable order.
  func namesBeyondLimits(of destination: Destination) -> [String] {
    // Services limit the keys of an event, and not those inside the elements of an array.
    let paths = propertyPaths.filter { !$0.value.isInArray }
    // One that takes nested values has each key by itself.
    let keys =
      destination.takesNestedValues
      ? Dictionary(paths.values.flatMap(\.keys).map { ($0, destination.spelling(of: $0)) }) { first, _ in first }
      : destination.keys.filter { paths[$0.key] != nil }
    let sentences = destination.limits?.sentences { rule in
      switch (rule.subject, rule.bound) {
      case (.eventName, _): rule.findings(destination.events)
      case (.userPropertyName, _): rule.findings(destination.userProperties)
      case (.key, .countPerEvent(let most)):
        events.inOrder.compactMap { name, event in
          // A key inside a nested value is no key of the event.
          let keys = (Array(event.properties.keys) + properties.keys).compactMap { paths[$0] }
          let count = Set(keys.map { destination.takesNestedValues ? $0.keys[0] : $0.text }).count
          return count <= most
            ? nil : ("event '\(destination.events[name] ?? name)' can carry \(count) keys", "\(most)")
        }
      case (.key, .types(let types, let exceptions)):
        (events.inOrder.map { ("event '\(destination.events[$0] ?? $0)'", $1.properties) } + [("any event", properties)])
          .flatMap { owner, properties in
            properties.inOrder.compactMap { key, property in
              let spelling = destination.keys[key] ?? key
              let others = property.types.filter { !types.contains($0) }
              if paths[key] == nil || others.isEmpty || exceptions.contains(spelling) { return nil }
              let what = "key '\(spelling)' of \(owner) has values of type "
              return (what + others.joined(separator: " and "), types.sorted().joined(separator: ", "))
            }
          }
      case (.key, _): rule.findings(keys)
      case (.value, _), (.userPropertyValue, _), (.userID, _): []
      }
    }
    return sentences ?? []
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
  /// The names that are beyond the limit, of those that the service sees, by the names that the app gives them.
  fileprivate func findings(_ spellings: [String: String]) -> [TrackingPlan.Finding] {
    if case .count(let most) = bound {
      let count = Set(spellings.values).count
      return count <= most ? [] : [("the plan has \(count) different \(subject.rawValue)s", "\(most)")]
    }
    return spellings.inOrder.compactMap { name, spelling in
      let path = spelling == name ? "" : " (\(name))"
      return bound.problem(ofName: spelling)
        .map { ("\(subject.rawValue) '\(spelling)'\(path) \($0.what)", $0.allowed) }
    }
  }

  /// The values of a call that are beyond the limit.
  fileprivate func values(_ call: TrackerCall, _ destination: TrackingPlan.Destination) -> [TrackingPlan.Finding] {
    func finding(_ value: TrackedValue, depth: Int = 0, _ owner: String) -> TrackingPlan.Finding? {
      bound.problem(of: value, depth: depth).map { ("\(owner) has a value \($0.what)", $0.allowed) }
    }
    func findings(_ values: [PlannedValue], _ owner: String) -> [TrackingPlan.Finding] {
      values.compactMap { planned in
        let key = destination.keys[planned.path.text] ?? destination.keys[planned.pathInCode.text] ?? planned.path.text
        return finding(planned.value, depth: planned.path.depth, "key '\(key)' of \(owner)")
      }
    }
    switch (subject, call) {
    case (.value, .track(let event)):
      return findings(event.planned, "event '\(destination.events[event.name] ?? event.name)'")
    case (.value, .identify(let user)): return findings(user.planned, "'identify'")
    case (.userPropertyValue, .update(let property)):
      let name = destination.userProperties[property.name] ?? property.name
      return [finding(property.operand, "user property '\(name)'")].compactMap(\.self)
    case (.userID, .identify(let user)): return [finding(.string(user.id), "the user ID")].compactMap(\.self)
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
    case .reserved(let names, let prefixes):
      if names.contains(name) { return ("is reserved", "another name") }
      return prefixes.sorted().first(where: name.hasPrefix)
        .map { ("begins with '\($0)', which is reserved", "another name") }
    default: return length(of: name).map { ("has \($0.what)", $0.allowed) }
    }
  }

  fileprivate func problem(of value: TrackedValue, depth: Int) -> TrackingPlan.Finding? {
    switch (self, value) {
    case (.depth(let most), _) where depth > most: ("that is nested \(depth) deep", "\(most)")
    // A date is sent as text.
    case (_, .string), (_, .date): length(of: value.description).map { ("of \($0.what)", $0.allowed) }
    default: nil
    }
  }
}
