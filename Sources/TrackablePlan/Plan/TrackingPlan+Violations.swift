import Trackable

extension TrackingPlan {
  /// A sentence for each value of the calls that exceeds the limits of a destination. The sentence has the key, and
  /// never the value.
  func valuesBeyondLimits(in calls: [TrackerCall]) -> [String] {
    destinations.inOrder.flatMap { _, destination in
      destination.sentences { rule in calls.flatMap { rule.findings($0, destination) } }
    }
  }

  /// A sentence for each name that exceeds the limits of a destination, in a stable order.
  func namesBeyondLimits(of destination: Destination) -> [String] {
    let takesTraitsAsUserProperties = destination.limits?.takesTraitsAsUserProperties == true
    let keysOfEvents = Set(events.values.flatMap(\.properties.keys)).union(properties.keys)
    // Services limit the keys of an event, and not the keys inside the elements of an array.
    let paths = propertyPaths.filter {
      !$0.value.isInArray && (keysOfEvents.contains($0.key) || !takesTraitsAsUserProperties)
    }
    // A destination that takes nested values gets each key by itself.
    let keys =
      destination.takesNestedValues
      ? Dictionary(paths.values.flatMap(\.keys).map { ($0, destination.spelling(of: $0)) }) { first, _ in first }
      : destination.keys.filter { paths[$0.key] != nil }
    let userProperties = takesTraitsAsUserProperties ? namesOfUser(at: destination) : destination.userProperties
    let carriers = events.inOrder.map { ("event '\(destination.events[$0] ?? $0)'", $1.properties) }
    return destination.sentences { rule in
      switch (rule.subject, rule.bound) {
      case (.eventName, _): rule.findings(destination.events)
      case (.userPropertyName, _): rule.findings(userProperties)
      case (.key, .countPerEvent(let most)):
        carriers.compactMap { carrier, own in
          // For a service that takes nested values, a key inside a nested value does not count as a key of the event.
          let keys = (Array(own.keys) + properties.keys).compactMap { paths[$0] }
          let count = Set(keys.map { destination.takesNestedValues ? $0.keys[0] : $0.text }).count
          return count <= most ? nil : ("\(carrier) can carry \(count) keys", "\(most)")
        }
      case (.key, .types(let types, let exceptions)):
        (carriers + [("any event", properties)]).flatMap { carrier, properties in
          properties.inOrder.compactMap { key, property in
            let spelling = destination.keys[key] ?? key
            let others = property.types.filter { !types.contains($0) }.joined(separator: " and ")
            if paths[key] == nil || others.isEmpty || exceptions.contains(spelling) { return nil }
            let allowed = types.sorted().joined(separator: ", ")
            return ("key '\(spelling)' of \(carrier) has values of type \(others)", allowed)
          }
        }
      case (.key, _): rule.findings(keys)
      case (.value, _), (.userPropertyValue, _), (.userID, _): []
      }
    }
  }

  /// The names at a service that has traits and groups as user properties, by the names in the app.
  private func namesOfUser(at destination: Destination) -> [String: String] {
    var names = destination.userProperties
    for (trait, path) in propertyPaths where traits[trait] != nil && !path.isInArray {
      let isNested = destination.takesNestedValues
      names[isNested ? path.keys[0] : trait] =
        isNested ? destination.spelling(of: path.keys[0]) : destination.keys[trait] ?? trait
    }
    // No style spells the type of a group.
    for type in groups.keys.compactMap({ PropertyPath(text: $0).keys.first }) { names[type] = type }
    return names
  }

  /// A violation of a limit, and the limit.
  fileprivate typealias Finding = (what: String, allowed: String)
}

extension TrackingPlan.Destination {
  fileprivate func sentences(_ findings: (TrackingPlan.Limits.Rule) -> [TrackingPlan.Finding]) -> [String] {
    guard let limits else { return [] }
    return limits.rules.flatMap { rule in
      findings(rule).map { "\($0.what); \(limits.service) takes \($0.allowed) (\(rule.source))" }
    }
  }
}

extension TrackingPlan.Limits.Rule {
  /// The violations by names that the service gets. The dictionary has these names by the names in the app.
  fileprivate func findings(_ spellings: [String: String]) -> [TrackingPlan.Finding] {
    if case .count(let most) = bound {
      let count = Set(spellings.values).count
      return count <= most ? [] : [("the plan has \(count) different \(subject.rawValue)s", "\(most)")]
    }
    return spellings.inOrder.compactMap { name, spelling in
      let path = spelling == name ? "" : " (\(name))"
      return finding("\(subject.rawValue) '\(spelling)'\(path)", spelling)
    }
  }

  /// The values of a call that exceed the limit.
  fileprivate func findings(_ call: TrackerCall, _ destination: TrackingPlan.Destination) -> [TrackingPlan.Finding] {
    typealias Limited = (owner: String, value: TrackedValue, depth: Int)
    func limited(_ values: [PlannedValue], _ owner: String) -> [Limited] {
      values.map { planned in
        let key = destination.keys[planned.path.text] ?? destination.keys[planned.pathInCode.text] ?? planned.path.text
        return ("key '\(key)' of \(owner)", planned.value, planned.steps.count - 1)
      }
    }
    let takesTraitsAsUserProperties = destination.limits?.takesTraitsAsUserProperties == true
    let subjectOfTraits = takesTraitsAsUserProperties ? TrackingPlan.Limits.Subject.userPropertyValue : .value
    let values: [Limited] =
      switch (subject, call) {
      case (.value, .track(let event)):
        limited(event.planned, "event '\(destination.events[event.name] ?? event.name)'")
      case (subjectOfTraits, .identify(let user)): limited(user.planned, "'identify'")
      case (.userPropertyValue, .update(let property)):
        [("user property '\(destination.userProperties[property.name] ?? property.name)'", property.operand, 0)]
      case (.userID, .identify(let user)): [("the user ID", .string(user.id), 0)]
      default: []
      }
    return values.compactMap { owner, value, depth in
      switch (bound, value) {
      case (.depth(let most), _) where depth > most: ("\(owner) has a value that is nested \(depth) deep", "\(most)")
      // A date is sent as text.
      case (_, .string), (_, .date): finding(owner, value.description, has: "has a value of")
      default: nil
      }
    }
  }

  /// A violation by a name, or by the text of a value.
  private func finding(_ owner: String, _ text: String, has: String = "has") -> TrackingPlan.Finding? {
    switch bound {
    case .characters(let most) where text.count > most: return ("\(owner) \(has) \(text.count) characters", "\(most)")
    case .bytes(let most) where text.utf8.count > most: return ("\(owner) \(has) \(text.utf8.count) bytes", "\(most)")
    case .identifier where isOfNames:
      func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
      guard let first = text.first else {
        return ("\(owner) is empty", "a letter, and then letters, digits and underscores")
      }
      if let other = text.first(where: { !isLetter($0) && !($0.isASCII && $0.isNumber) && $0 != "_" }) {
        return ("\(owner) has '\(other)' in it", "letters from A to Z, digits and underscores")
      }
      return isLetter(first) ? nil : ("\(owner) does not begin with a letter", "names that do")
    case .reserved(let names, let prefixes) where isOfNames:
      if names.contains(text) { return ("\(owner) is reserved", "another name") }
      return prefixes.sorted().first(where: text.hasPrefix)
        .map { ("\(owner) begins with '\($0)', which is reserved", "another name") }
    default: return nil
    }
  }

  private var isOfNames: Bool { [.eventName, .key, .userPropertyName].contains(subject) }
}
