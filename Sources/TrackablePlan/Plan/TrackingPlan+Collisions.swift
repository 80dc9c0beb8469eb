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
    let (paths, owned) = (propertyPaths, ownedPaths)
    let keys = paths.values.flatMap(\.ancestors) + owned.values.flatMap { $0.ancestors.dropFirst() }
    let siblings = Dictionary(grouping: keys) { $0.parent.text }
    // The keys that one event, user, user property or group can carry together, by their paths, including the keys
    // around nested keys.
    func together(_ properties: [String: Property]) -> Set<String> {
      Set(properties.keys.flatMap { [$0] + PropertyPath(text: $0).ancestors.map(\.text) })
    }
    let anywhere = together(properties)
    let calls = [anywhere, together(traits)] + events.values.map { together($0.properties).union(anywhere) }
    let updates = Dictionary(grouping: owned.values) { $0.keys[0] }.values
      .map { Set($0.flatMap { $0.ancestors.dropFirst().map(\.text) }) }
    /// Who carries two of the keys; `nil` if nothing does.
    func carrier(_ names: [String]) -> String? {
      func carries(_ keys: Set<String>) -> Bool { keys.intersection(names).count > 1 }
      return calls.contains(where: carries) ? "one event" : updates.contains(where: carries) ? "one update" : nil
    }
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
      // A key of an event and a key of an update never share a column.
      let isOfUpdate = { (path: String) in owned[path] != nil && paths[path] == nil }
      let columns = [composed.filter { !isOfUpdate($0.key) }, composed.filter { isOfUpdate($0.key) }]
      return alike("events", destination.events) { _ in (false, "it cannot tell them apart") }
        + siblings.inOrder.flatMap { _, paths in
          let spellings = paths.map { ($0.text, destination.spelling(of: $0.keys.last ?? "")) }
          return alike("keys", Dictionary(spellings) { first, _ in first }) { names in
            carrier(names).map { (true, "\($0) carries them, and only one arrives") }
          }
        }
        + columns.flatMap { column in
          alike("keys", column) { names in
            guard let carrier = carrier(names) else {
              return (false, "they share one column, though no event carries both")
            }
            // If the keys themselves are spelled in the same way, the collision of the keys is already listed.
            let spellings = Set(names.map { PropertyPath(text: $0).keys.map(destination.spelling) })
            if spellings.count == 1 || destination.takesNestedValues { return nil }
            let advice = "If '\(service)' takes them nested, write seen(by:nested: true)"
            return (true, "\(carrier) carries them, and only one arrives where nested values are flattened. \(advice)")
          }
        }
        + alike("user properties", destination.userProperties) { _ in (false, "it cannot tell them apart") }
    }
  }
}
