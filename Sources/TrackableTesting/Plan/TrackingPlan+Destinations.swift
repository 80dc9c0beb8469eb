import Trackable

extension TrackingPlan {
  /// A destination, and the names that it sees.
  public struct Destination: Sendable, Hashable {
    /// What it is called.
    public let name: String
    /// The names of events as it sees them, by those that the app gives them.
    public internal(set) var events: [String: String]
    /// The names of user properties.
    public internal(set) var userProperties: [String: String]
    /// The names of keys. Those of nested properties are the composed ones, and in a path of what is inside an array each key
    /// is spelled by itself.
    public internal(set) var keys: [String: String]
    /// What its service takes.
    public let limits: Limits?
    /// The prefixes that its styles drop, and that begin none of the names.
    let unusedPrefixes: [String]
  }

  /// The plan, and the names that one more destination sees: its styles are those of `renaming(events:keys:)`.
  ///
  /// ```swift
  /// plan.seen(by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1))
  ///   .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  /// ```
  ///
  /// ``verify(against:allowingAdditions:filePath:fileID:line:)`` then fails also if a name changes its spelling, if two
  /// names are spelled alike, if a prefix that is to be dropped begins none of the names, and if a name is not within the
  /// limits of the service.
  ///
  /// - Parameters:
  ///   - destination: What it is called. Another one of this name is replaced.
  ///   - events: The spelling of events and user properties.
  ///   - keys: The spelling of keys. A nested property has one name, composed of its keys.
  ///   - limits: What the service takes; `nil` means anything.
  public func seen(
    by destination: String, events: NamingStyle = .path, keys: NamingStyle = .path, within limits: Limits? = nil
  ) -> TrackingPlan {
    func spelled(_ names: some Sequence<String>, _ style: (String) -> String) -> [String: String] {
      Dictionary(names.map { ($0, style($0)) }, uniquingKeysWith: { first, _ in first })
    }
    let (eventNames, propertyNames) = (self.events.map(\.name), userProperties.map(\.key))
    let unused =
      events.unusedPrefixes(among: eventNames + propertyNames)
      + keys.unusedPrefixes(among: keyNames.sorted().flatMap { ArrayPath.keys(along: $0) })
    var plan = self
    plan.destinations.removeAll { $0.name == destination }
    plan.destinations.append(
      Destination(
        name: destination, events: spelled(eventNames, events.callAsFunction),
        userProperties: spelled(propertyNames, events.callAsFunction),
        keys: spelled(keyNames) { ArrayPath.spelled($0, keys) }, limits: limits, unusedPrefixes: unused))
    plan.destinations.sort { $0.name < $1.name }
    return plan
  }

  /// The names of all keys, and the paths of what is inside arrays.
  var keyNames: Set<String> {
    Set(events.lazy.flatMap(\.properties).map(\.key)).union((properties + traits).map(\.key))
  }
}

extension TrackingPlan.Destination {
  /// One destination of several plans.
  init(union destinations: [Self]) {
    func union(_ names: [[String: String]]) -> [String: String] {
      names.reduce(into: [:]) { $0.merge($1) { min($0, $1) } }
    }
    name = destinations[0].name
    events = union(destinations.map(\.events))
    userProperties = union(destinations.map(\.userProperties))
    keys = union(destinations.map(\.keys))
    limits = destinations.compactMap(\.limits).min { $0.service < $1.service }
    // A prefix that begins a name of one of the plans is of use.
    unusedPrefixes = destinations[0].unusedPrefixes.filter { prefix in
      destinations.allSatisfy { $0.unusedPrefixes.contains(prefix) }
    }
  }
}

// MARK: - Collisions

extension TrackingPlan {
  /// Names that a destination cannot tell apart, because its style spells them alike.
  public struct Collision: Sendable, Hashable, CustomStringConvertible {
    /// The destination.
    public let destination: String
    /// What the names are names of: `events`, `user properties` or `keys`.
    public let subject: String
    /// The names that the app gives them, sorted.
    public let names: [String]
    /// The name that the destination sees.
    public let spelling: String
    /// Whether data is lost: one event can carry both keys, and only one of them arrives.
    public let isLoss: Bool

    /// `keys 'A.name' and 'B.name' are both 'name' for 'Firebase': …`.
    public var description: String {
      let list = names.map { "'\($0)'" }.joined(separator: " and ")
      let consequence =
        isLoss
        ? "one event carries them, and only one arrives"
        : subject == "keys" ? "they share one column, though no event carries both" : "it cannot tell them apart"
      return "\(subject) \(list) are all spelled '\(spelling)' for '\(destination)': \(consequence)"
    }
  }

  /// The names that a destination cannot tell apart, in a stable order.
  public var collisions: [Collision] {
    destinations.flatMap { destination in
      collisions(of: "events", destination.events, for: destination)
        + collisions(of: "user properties", destination.userProperties, for: destination)
        + collisions(of: "keys", destination.keys, for: destination)
    }
  }

  private func collisions(of subject: String, _ names: [String: String], for destination: Destination) -> [Collision] {
    Dictionary(grouping: names.keys, by: { names[$0] ?? $0 })
      .filter { $0.value.count > 1 }.sorted { $0.key < $1.key }
      .map { spelling, names in
        Collision(
          destination: destination.name, subject: subject, names: names.sorted(), spelling: spelling,
          isLoss: subject == "keys" && canMeet(Set(names)))
      }
  }

  /// Whether one event, or one user, can have two of the keys.
  private func canMeet(_ keys: Set<String>) -> Bool {
    let anywhere = Set(properties.map(\.key))
    let sets = events.map { Set($0.properties.map(\.key)).union(anywhere) } + [anywhere, Set(traits.map(\.key))]
    return sets.contains { $0.intersection(keys).count > 1 }
  }
}
