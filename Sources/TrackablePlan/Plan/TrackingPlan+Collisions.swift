import Trackable

extension TrackingPlan {
  /// Names that a destination cannot tell apart, because its style spells them alike.
  package struct Collision: Sendable, Hashable, CustomStringConvertible {
    /// The destination.
    package let destination: String
    /// What the names are names of: `events`, `user properties` or `keys`.
    package let subject: String
    /// The names that the app gives them, sorted. Those of keys are as in ``TrackingPlan/Property/key``.
    package let names: [String]
    /// The name that the destination sees.
    package let spelling: String
    /// Whether data is lost: one event can carry both keys, and only one of them arrives.
    package let isLoss: Bool
    /// Whether all would arrive if nested values were not flattened.
    var isByFlattening = false

    /// `keys 'A.name' and 'B.name' are both 'name' for 'Firebase': …`.
    package var description: String {
      let list = names.map { "'\($0)'" }.joined(separator: " and ")
      return "\(subject) \(list) are all spelled '\(spelling)' for '\(destination)': \(consequence)"
    }

    private var consequence: String {
      switch (subject, isLoss) {
      case ("keys", true) where isByFlattening:
        "one event carries them, and only one arrives where nested values are flattened. If '\(destination)' takes them "
          + "nested, say so: seen(by:nested: true)"
      case ("keys", true): "one event carries them, and only one arrives"
      case ("keys", false): "they share one column, though no event carries both"
      default: "it cannot tell them apart"
      }
    }
  }

  /// The names that a destination cannot tell apart, in a stable order.
  package var collisions: [Collision] {
    let carriers = carriers
    return destinations.flatMap { destination in
      collisions(of: "events", destination.events, for: destination)
        + collisions(of: "user properties", destination.userProperties, for: destination)
        + collisions(ofKeysOf: carriers, for: destination)
    }
  }

  private func collisions(of subject: String, _ names: [String: String], for destination: Destination) -> [Collision] {
    let spellings: [String: [String]] = Dictionary(grouping: names.keys) { names[$0] ?? $0 }
    return spellings.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { spelling, names in
        Collision(
          destination: destination.name, subject: subject, names: names.sorted(), spelling: spelling, isLoss: false)
      }
  }

  /// An owner of keys.
  private enum Carrier: Hashable {
    case event(String)
    case anyEvent
    case user
  }

  /// The owners of each property, and of each key around nested ones, by path.
  private var carriers: [String: Set<Carrier>] {
    var carriers: [String: Set<Carrier>] = [:]
    func add(_ properties: [Property], _ carrier: Carrier) {
      for property in properties {
        for name in [property.key] + PropertyPath(text: property.key).ancestors.map(\.path) {
          carriers[name, default: []].insert(carrier)
        }
      }
    }
    for event in events { add(event.properties, .event(event.name)) }
    add(properties, .anyEvent)
    add(traits, .user)
    return carriers
  }

  /// A destination spells keys first: of two in one place that it spells alike, only one arrives, with the values nested in
  /// it. Some destinations then flatten, and of two composed names that are alike, only one arrives.
  private func collisions(ofKeysOf carriers: [String: Set<Carrier>], for destination: Destination) -> [Collision] {
    struct Place: Hashable {
      let outer: String
      let spelling: String
      let isComposed: Bool
    }
    let paths = propertyPaths
    var places: [Place: Set<String>] = [:]
    for (name, path) in paths {
      for (outer, key, path) in path.ancestors {
        let place = Place(outer: outer, spelling: destination.spelling(of: key), isComposed: false)
        places[place, default: []].insert(path)
      }
      // A collision of arrays is one of their elements, too.
      if path.leadsToElements { continue }
      let place = Place(outer: path.array, spelling: destination.keys[name] ?? name, isComposed: true)
      places[place, default: []].insert(name)
    }
    return places.compactMap { place, names in
      let names = names.sorted()
      let isLoss = names.indices.contains { index in
        names[..<index].contains { Self.canMeet(carriers[$0, default: []], carriers[names[index], default: []]) }
      }
      if names.count == 1 || !isLoss && !place.isComposed { return nil }
      if isLoss, place.isComposed {
        // Where it is the keys that are spelled alike, the collision of these says so.
        let spellings = Set(names.map { PropertyPath(text: $0).keys.map(destination.spelling) })
        if spellings.count == 1 || destination.takesNestedValues { return nil }
      }
      return Collision(
        destination: destination.name, subject: "keys", names: names, spelling: place.spelling, isLoss: isLoss,
        isByFlattening: isLoss && place.isComposed)
    }
    .sorted { ($0.spelling, $0.names.joined()) < ($1.spelling, $1.names.joined()) }
  }

  /// Whether one event, or one user, can have both.
  private static func canMeet(_ some: Set<Carrier>, _ others: Set<Carrier>) -> Bool {
    !some.isDisjoint(with: others) || some.contains(.anyEvent) && others.contains { $0 != .user }
      || others.contains(.anyEvent) && some.contains { $0 != .user }
  }
}
