import Trackable

extension TrackingPlan {
  /// Names that a destination cannot tell apart, because its style spells them alike.
  package struct Collision: Sendable, Hashable, CustomStringConvertible {
    /// The names that the app gives them, sorted. Those of keys are as in ``TrackingPlan/Event/properties``.
    package let names: [String]
    /// Whether data is lost: one event can carry both keys, and only one of them arrives.
    package let isLoss: Bool
    /// `keys 'A.name' and 'B.name' are all spelled 'name' for 'Firebase': …`.
    package let description: String
  }

  /// The names that a destination cannot tell apart, in a stable order.
  package var collisions: [Collision] {
    let paths = propertyPaths
    let occasions = occasions
    return destinations.inOrder.flatMap { service, destination in
      names(of: paths, for: destination).filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
        .compactMap { place, names in
          let isLoss = place.subject == "keys" && occasions.contains { $0.intersection(names).count > 1 }
          if place.isKeyByItself && !isLoss { return nil }
          let consequence: String
          if place.subject != "keys" {
            consequence = "it cannot tell them apart"
          } else if !isLoss {
            consequence = "they share one column, though no event carries both"
          } else if place.isKeyByItself {
            consequence = "one event carries them, and only one arrives"
          } else {
            // Where it is the keys that are spelled alike, the collision of these says so.
            let spellings = Set(names.map { PropertyPath(text: $0).keys.map(destination.spelling) })
            if spellings.count == 1 || destination.takesNestedValues { return nil }
            consequence =
              "one event carries them, and only one arrives where nested values are flattened. If '\(service)' "
              + "takes them nested, say so: seen(by:nested: true)"
          }
          let names = names.sorted()
          let list = names.map { "'\($0)'" }.joined(separator: " and ")
          return Collision(
            names: names, isLoss: isLoss,
            description: "\(place.subject) \(list) are all spelled '\(place.spelling)' for '\(service)': "
              + consequence)
        }
    }
  }

  /// The keys that one event, or one user, can carry together, by their paths, and those around nested ones.
  private var occasions: [Set<String>] {
    func paths(_ properties: [String: Property]) -> Set<String> {
      Set(properties.keys.flatMap { [$0] + PropertyPath(text: $0).ancestors.map(\.path) })
    }
    let anywhere = paths(properties)
    return [anywhere, paths(traits)] + events.values.map { paths($0.properties).union(anywhere) }
  }

  /// A name that a destination sees, and where.
  private struct Place: Hashable, Comparable {
    let subject: String
    let spelling: String
    /// The path that a key is nested in, if it is looked at by itself.
    var outer: String?

    var isKeyByItself: Bool { outer != nil }

    static func < (one: Self, other: Self) -> Bool {
      (one.subject, one.spelling, one.outer ?? "") < (other.subject, other.spelling, other.outer ?? "")
    }
  }

  /// The names that the app gives to each name that the destination sees.
  ///
  /// A destination spells keys first: of two in one place that it spells alike, only one arrives, with the values nested in
  /// it. Some destinations then flatten, and of two composed names that are alike, only one arrives.
  private func names(of paths: [String: PropertyPath], for destination: Destination) -> [Place: Set<String>] {
    var names: [Place: Set<String>] = [:]
    for (name, spelling) in destination.events {
      names[Place(subject: "events", spelling: spelling), default: []].insert(name)
    }
    for (name, spelling) in destination.userProperties {
      names[Place(subject: "user properties", spelling: spelling), default: []].insert(name)
    }
    for (name, path) in paths {
      for (outer, key, path) in path.ancestors {
        names[Place(subject: "keys", spelling: destination.spelling(of: key), outer: outer), default: []].insert(path)
      }
      // A destination does not flatten the inside of an array.
      if path.isInArray { continue }
      names[Place(subject: "keys", spelling: destination.keys[name] ?? name), default: []].insert(name)
    }
    return names
  }
}
