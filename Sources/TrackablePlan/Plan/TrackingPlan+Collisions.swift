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
    let keys = PlannedKeys(self)
    return destinations.flatMap { destination in
      collisions(of: "events", destination.events, for: destination)
        + collisions(of: "user properties", destination.userProperties, for: destination)
        + keys.collisions(for: destination)
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
}

/// The keys of a plan, and which of them one event or one user can have together.
private struct PlannedKeys {
  /// Who has a property.
  private enum Carrier: Hashable {
    case event(String)
    case anyEvent
    case user
  }

  /// The properties.
  private var paths: [String: PropertyPath] = [:]
  private var carriers: [String: Set<Carrier>] = [:]
  /// The keys on the way to them, by what they are in: a destination that spells two of these alike gets only one, with
  /// whatever is nested in it.
  private var siblings: [String: [String: String]] = [:]
  private var carriersOfSiblings: [String: Set<Carrier>] = [:]

  init(_ plan: TrackingPlan) {
    func add(_ properties: [TrackingPlan.Property], _ carrier: Carrier) {
      for property in properties {
        let path = paths[property.key] ?? PropertyPath(text: property.key)
        paths[property.key] = path
        carriers[property.key, default: []].insert(carrier)
        for (parent, key, path) in path.ancestors {
          siblings[parent, default: [:]][key] = path
          carriersOfSiblings[path, default: []].insert(carrier)
        }
      }
    }
    for event in plan.events { add(event.properties, .event(event.name)) }
    add(plan.properties, .anyEvent)
    add(plan.traits, .user)
  }

  func collisions(for destination: TrackingPlan.Destination) -> [TrackingPlan.Collision] {
    (siblingCollisions(for: destination) + pathCollisions(for: destination))
      .sorted { ($0.spelling, $0.names.joined()) < ($1.spelling, $1.names.joined()) }
  }

  /// Keys that become one where they are renamed, before anything is flattened.
  private func siblingCollisions(for destination: TrackingPlan.Destination) -> [TrackingPlan.Collision] {
    siblings.values.flatMap { paths in
      Dictionary(grouping: paths, by: { destination.spelling(of: $0.key) }).compactMap { spelling, group in
        let names = group.map(\.value).sorted()
        guard canMeet(names, carriersOfSiblings) else { return nil }
        return TrackingPlan.Collision(
          destination: destination.name, subject: "keys", names: names, spelling: spelling, isLoss: true)
      }
    }
  }

  /// Properties that a destination finds under one name, except those of which a sibling collision says so.
  private func pathCollisions(for destination: TrackingPlan.Destination) -> [TrackingPlan.Collision] {
    struct Place: Hashable {
      let array: String
      let spelling: String
    }
    // What is to be said of an array says it of what is in it, too.
    let places = Dictionary(grouping: paths.filter { !$0.value.leadsToElements }) { name, path in
      Place(array: path.array, spelling: destination.keys[name] ?? name)
    }
    return places.compactMap { place, group in
      let names = group.map(\.key).sorted()
      if names.count == 1 { return nil }
      let isLoss = canMeet(names, carriers)
      let nested = Set(group.map { $0.value.keys.map(destination.spelling) })
      if isLoss, nested.count == 1 || destination.takesNestedValues { return nil }
      return TrackingPlan.Collision(
        destination: destination.name, subject: "keys", names: names, spelling: place.spelling, isLoss: isLoss,
        isByFlattening: isLoss)
    }
  }

  /// Whether one event, or one user, can have two of the names.
  private func canMeet(_ names: [String], _ carriers: [String: Set<Carrier>]) -> Bool {
    if names.count < 2 { return false }
    var anywhere = 0
    var counts: [Carrier: Int] = [:]
    for name in names {
      let carriers = carriers[name, default: []]
      if carriers.contains(.anyEvent) { anywhere += 1 }
      for carrier in carriers where carrier == .user || !carriers.contains(.anyEvent) {
        counts[carrier, default: 0] += 1
      }
    }
    let isWithAny = anywhere == 1 && counts.keys.contains { $0 != .user }
    return anywhere > 1 || isWithAny || counts.values.contains { $0 > 1 }
  }
}
