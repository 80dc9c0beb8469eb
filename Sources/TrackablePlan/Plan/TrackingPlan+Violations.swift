import Trackable
import TrackableTesting

extension TrackingPlan {
  /// What a service does not take as it is, in a stable order: names by the plan, and values by a recording.
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
  ) -> [Violation] {
    let seen = seen(by: limits.service, events: events, keys: keys)
    return seen.destinations.first { $0.name == limits.service }
      .map { violations(of: limits, for: $0, in: recorder.map { ($0, keys, events) }) } ?? []
  }

  func violations(
    of limits: Limits, for destination: Destination,
    in recording: (recorder: RecordingTracker, keys: NamingStyle, events: NamingStyle)?
  ) -> [Violation] {
    let check = LimitCheck(limits: limits)
    // What services say of keys is said of those of an event, and not of what is inside the elements of an array.
    let paths = propertyPaths.filter { !$0.value.isInArray }
    var violations = Unique<Violation>()
    for rule in limits.rules {
      switch rule.subject {
      case .eventName: violations.add(check.names(events.map(\.name), destination.events, rule))
      case .userPropertyName:
        violations.add(check.names(userProperties.map(\.key), destination.userProperties, rule))
      case .key:
        // One that takes nested values has each key by itself.
        let names = destination.takesNestedValues ? Set(paths.values.flatMap(\.keys)) : Set(paths.keys)
        let spelled =
          destination.takesNestedValues
          ? Dictionary(uniqueKeysWithValues: names.map { ($0, destination.spelling(of: $0)) }) : destination.keys
        violations.add(check.names(names.sorted(), spelled, rule))
        for var event in events {
          event.properties.removeAll { paths[$0.key] == nil }
          violations.add(check.properties(of: event, destination, rule))
        }
      case .value, .userPropertyValue, .userID: break
      }
      guard let recording else { continue }
      for delivery in recording.recorder.deliveries {
        switch (rule.subject, delivery.delivery) {
        case (.value, .track(let event)):
          let name = recording.events(event.name)
          violations.add(
            check.values([event.properties, event.sensitiveProperties], "event '\(name)'", recording.keys, rule))
        case (.value, .identify(let user)):
          violations.add(check.values([user.traits, user.sensitiveTraits], "'identify'", recording.keys, rule))
        case (.userPropertyValue, .update(let property)):
          let name = recording.events(property.name)
          violations.add(check.value(property.operand, name, "user property '\(name)'", rule))
        case (.userID, .identify(let user)):
          violations.add(check.value(.string(user.id), "user ID", "the user ID", rule))
        default: break
        }
      }
    }
    return violations.elements
  }
}

/// In the order in which they came, each once.
private struct Unique<Element: Hashable> {
  private(set) var elements: [Element] = []
  private var known: Set<Element> = []

  mutating func add(_ new: [Element]) {
    for element in new where known.insert(element).inserted { elements.append(element) }
  }
}

/// Applies the rules of one service.
private struct LimitCheck {
  let limits: TrackingPlan.Limits

  private func violation(_ rule: TrackingPlan.Limits.Rule, _ name: String, _ what: String, _ allowed: String)
    -> TrackingPlan.Violation
  {
    .init(
      service: limits.service, rule: rule, name: name,
      description: "\(what); \(limits.service) takes \(allowed) (\(rule.source))")
  }

  func names(
    _ names: [String], _ spelled: [String: String], _ rule: TrackingPlan.Limits.Rule
  ) -> [TrackingPlan.Violation] {
    let seen = names.map { (name: $0, spelling: spelled[$0] ?? $0) }
    if case .count(let most) = rule.bound.kind {
      let count = Set(seen.map(\.spelling)).count
      if count <= most { return [] }
      return [violation(rule, "", "the plan has \(count) different \(rule.subject.rawValue)s", "\(most)")]
    }
    return seen.compactMap { name, spelling in
      let path = spelling == name ? "" : " (\(name))"
      guard let (problem, allowed) = Self.problem(spelling, rule.bound) else { return nil }
      return violation(rule, spelling, "\(rule.subject.rawValue) '\(spelling)'\(path) \(problem)", allowed)
    }
  }

  private static func problem(_ name: String, _ bound: TrackingPlan.Limits.Bound) -> (String, allowed: String)? {
    switch bound.kind {
    case .characters(let most): return name.count > most ? ("has \(name.count) characters", "\(most)") : nil
    case .bytes(let most): return name.utf8.count > most ? ("has \(name.utf8.count) bytes", "\(most)") : nil
    case .identifier:
      if name.isEmpty { return ("is empty", "a letter, and then letters, digits and underscores") }
      func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }
      func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
      if let other = name.first(where: {
        !$0.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "_") }
      }) {
        return ("has '\(other)' in it", "letters from A to Z, digits and underscores")
      }
      return isLetter(name.utf8.first ?? 0) ? nil : ("does not begin with a letter", "names that do")
    case .reserved(let names): return names.contains(name) ? ("is reserved", "another name") : nil
    case .reservedPrefixes(let prefixes):
      return prefixes.sorted().first(where: name.hasPrefix)
        .map { ("begins with '\($0)', which is reserved", "another name") }
    case .count, .countPerEvent, .types, .depth: return nil
    }
  }

  func properties(
    of event: TrackingPlan.Event, _ destination: TrackingPlan.Destination, _ rule: TrackingPlan.Limits.Rule
  ) -> [TrackingPlan.Violation] {
    let name = destination.events[event.name] ?? event.name
    switch rule.bound.kind {
    case .countPerEvent(let most):
      let keys = event.properties.map(\.key)
      // What is nested in one value is no key of the event.
      let count = destination.takesNestedValues ? Set(keys.map { PropertyPath(text: $0).keys[0] }).count : keys.count
      if count <= most { return [] }
      return [violation(rule, name, "event '\(name)' can carry \(count) keys", "\(most)")]
    case .types(let types, let exceptions):
      return event.properties.compactMap { property in
        let key = destination.keys[property.key] ?? property.key
        let others = property.types.subtracting(types)
        if others.isEmpty || exceptions.contains(key) { return nil }
        let list = others.map(\.rawValue).sorted().joined(separator: " and ")
        return violation(
          rule, key, "key '\(key)' of event '\(name)' has values of type \(list)",
          types.map(\.rawValue).sorted().joined(separator: ", "))
      }
    default: return []
    }
  }

  func values(
    _ properties: [TrackedProperties], _ owner: String, _ style: NamingStyle, _ rule: TrackingPlan.Limits.Rule
  ) -> [TrackingPlan.Violation] {
    // How deep a value is nested is lost where it is flattened, and a service that takes nested values has no such limit on
    // what is flattened.
    var isDepth: Bool { if case .depth = rule.bound.kind { true } else { false } }
    return properties.flatMap { isDepth ? $0 : $0.flattened }.flatMap { property in
      let key = style(property.key.name)
      return value(property.value, key, "key '\(key)' of \(owner)", rule)
    }
  }

  func value(
    _ value: TrackedValue, _ name: String, _ what: String, _ rule: TrackingPlan.Limits.Rule
  ) -> [TrackingPlan.Violation] {
    switch (rule.bound.kind, value) {
    case (.characters(let most), .string(let text)) where text.count > most:
      return [violation(rule, name, "\(what) has a value of \(text.count) characters", "\(most)")]
    case (.bytes(let most), .string(let text)) where text.utf8.count > most:
      return [violation(rule, name, "\(what) has a value of \(text.utf8.count) bytes", "\(most)")]
    case (.depth(let most), _) where value.depth > most:
      return [violation(rule, name, "\(what) has a value that is nested \(value.depth) deep", "\(most)")]
    default: return []
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
