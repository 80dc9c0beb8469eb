import Trackable

extension TrackingPlan {
  /// A collision: names that a destination cannot distinguish, because its style spells them in the same way.
  package struct Collision: Sendable, Hashable, CustomStringConvertible {
    /// The names in the app's code, sorted. Names of keys are as in ``TrackingPlan/Event/properties``.
    package let names: [String]
    /// Whether data is lost, because one event can carry both keys, and only one of them arrives.
    package let isLoss: Bool
    /// `keys 'A.name' and 'B.name' are all spelled 'name' for 'Firebase': …`.
    package let description: String
  }

  /// The names that a destination cannot distinguish, in a stable order.
  ///
  /// A destination spells keys first. If a destination spells two keys of the same container in the same way, only one
  /// key arrives, with the values nested in it. Some destinations then flatten nested values. If two composed names are
  /// equal, only one of the two values arrives.
  package var collisions: [Collision] {
    let siblings = Dictionary(grouping: propertyPaths.values.flatMap(\.ancestors)) { $0.parent.text }
    // The keys that one event or one user can carry together, by their paths, including the keys around nested keys.
    func paths(_ properties: [String: Property]) -> Set<String> {
      Set(properties.keys.flatMap { [$0] + PropertyPath(text: $0).ancestors.map(\.text) })
    }
    let anywhere = paths(properties)
    let occasions = [anywhere, paths(traits)] + events.values.map { paths($0.properties).union(anywhere) }
    func areCarried(_ names: [String]) -> Bool { occasions.contains { $0.intersection(names).count > 1 } }
    return destinations.inOrder.flatMap { service, destination in
      func alike(
        _ subject: String, _ spellings: [String: String], _ consequence: ([String]) -> (isLoss: Bool, text: String)?
      ) -> [Collision] {
        Dictionary(grouping: spellings.keys) { spellings[$0] ?? $0 }.inOrder.compactMap { spelling, names in
          guard names.count > 1, let (isLoss, text) = consequence(names) else { return nil }
          let names = names.sorted()
          let list = names.map { "'\($0)'" }.joined(separator: " and ")
          return Collision(
            names: names, isLoss: isLoss,
            description: "\(subject) \(list) are all spelled '\(spelling)' for '\(service)': \(text)")
        }
      }
      // A destination does not flatten the inside of an array.
      let composed = destination.keys.filter { !PropertyPath(text: $0.key).isInArray }
      return alike("events", destination.events) { _ in (false, "it cannot tell them apart") }
        + siblings.inOrder.flatMap { _, paths in
          let spellings = paths.map { ($0.text, destination.spelling(of: $0.keys.last ?? "")) }
          return alike("keys", Dictionary(spellings) { first, _ in first }) { names in
            areCarried(names) ? (true, "one event carries them, and only one arrives") : nil
          }
        }
        + alike("keys", composed) { names in
          if !areCarried(names) { return (false, "they share one column, though no event carries both") }
          // If the keys themselves are spelled in the same way, the collision of the keys is already listed.
          let spellings = Set(names.map { PropertyPath(text: $0).keys.map(destination.spelling) })
          if spellings.count == 1 || destination.takesNestedValues { return nil }
          let advice = "If '\(service)' takes them nested, write seen(by:nested: true)"
          return (true, "one event carries them, and only one arrives where nested values are flattened. \(advice)")
        }
        + alike("user properties", destination.userProperties) { _ in (false, "it cannot tell them apart") }
    }
  }
}
