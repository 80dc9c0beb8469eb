import Trackable

extension TrackingPlan {
  /// A destination, and the names that it sees; the first four are in the file.
  package struct Destination: Sendable, Hashable, Codable {
    /// Whether it takes nested values as they are.
    package let takesNestedValues: Bool
    /// The names of events as it sees them, by those that the app gives them.
    package internal(set) var events: [String: String]
    /// The names of user properties.
    package internal(set) var userProperties: [String: String]
    /// The names of keys, as ``TrackingPlan/Event/properties`` has them. Those of nested properties are composed,
    /// or paths if it takes nested values; inside arrays, each key is spelled by itself.
    package internal(set) var keys: [String: String]
    /// What its service takes.
    var limits: Limits?
    /// The prefixes that its styles drop, and that begin none of the names.
    var unusedPrefixes: [String] = []
    /// How the keys of nested properties, and those around them, are spelled by themselves.
    var nestedSpellings: [String: String] = [:]

    private enum CodingKeys: String, CodingKey { case takesNestedValues = "nested", events, userProperties, keys }

    /// How a key is spelled by itself.
    func spelling(of key: String) -> String { nestedSpellings[key] ?? keys[PropertyPath(steps: [key]).text] ?? key }
  }

  /// The plan, and the names that one more destination sees: its styles are those of `renaming(events:keys:)`.
  ///
  /// ```swift
  /// plan.seen(by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1))
  ///   .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  ///   .seen(by: "Segment", events: .droppingModule, keys: .keepingLast(1), nested: true)
  /// ```
  ///
  /// ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` then fails also if a name changes its spelling, if two
  /// names are spelled alike, if a prefix that is to be dropped begins none of the names, and if a name is not within the
  /// limits of the service.
  ///
  /// - Parameters:
  ///   - destination: Its name. It replaces another one of this name.
  ///   - events: The spelling of events and user properties.
  ///   - keys: The spelling of keys.
  ///   - nested: Whether it takes nested values as they are, as `nestedDictionary` has them. Otherwise they are flattened, as
  ///     in `dictionary`: a nested property has one name, composed of its keys.
  ///   - limits: What the service takes; `nil` means anything.
  public func seen(
    by destination: String, events: NamingStyle = .path, keys: NamingStyle = .path, nested: Bool = false,
    within limits: Limits? = nil
  ) -> TrackingPlan {
    func spelled(_ names: some Sequence<String>, _ style: NamingStyle) -> [String: String] {
      Dictionary(names.map { ($0, style(IdentifierName(known: $0)).text) }, uniquingKeysWith: { first, _ in first })
    }
    let paths = propertyPaths
    let unused =
      events.unusedPrefixes(among: (Array(self.events.keys) + userPropertyNames).map { IdentifierName(known: $0) })
      + keys.unusedPrefixes(among: paths.values.flatMap { $0.steps(nested: nested, for: keys).compactMap(\.self) })
    var plan = self
    plan.destinations[destination] = Destination(
      takesNestedValues: nested, events: spelled(self.events.keys, events),
      userProperties: spelled(userPropertyNames, events),
      keys: paths.mapValues { $0.spelled(keys, nested: nested) }, limits: limits,
      unusedPrefixes: unused, nestedSpellings: spelled(paths.values.filter { $0.keys.count > 1 }.flatMap(\.keys), keys))
    return plan
  }

  /// The full names of user properties.
  var userPropertyNames: Set<String> { Set(userProperties.keys.compactMap { PropertyPath(text: $0).keys.first }) }

  /// The paths of all properties of events and traits of users, by their texts.
  var propertyPaths: [String: PropertyPath] {
    let keys = Set(events.values.flatMap(\.properties.keys)).union(properties.keys).union(traits.keys)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, PropertyPath(text: $0)) })
  }

  /// The full names of all keys, those inside other properties, arrays, user properties and groups among them.
  var keyNames: Set<String> {
    let inside = (Array(userProperties.keys) + groups.keys).flatMap { PropertyPath(text: $0).keys.dropFirst() }
    return Set(propertyPaths.values.flatMap(\.keys)).union(inside)
  }
}

extension TrackingPlan.Destination {
  /// The destination of two plans.
  func union(_ other: Self) -> Self {
    func union(_ names: KeyPath<Self, [String: String]>) -> [String: String] {
      self[keyPath: names].merging(other[keyPath: names]) { min($0, $1) }
    }
    return Self(
      takesNestedValues: takesNestedValues && other.takesNestedValues, events: union(\.events),
      userProperties: union(\.userProperties), keys: union(\.keys),
      limits: [limits, other.limits].compactMap(\.self).min { $0.service < $1.service },
      // A prefix that begins a name of one of the plans is of use.
      unusedPrefixes: unusedPrefixes.filter(other.unusedPrefixes.contains), nestedSpellings: union(\.nestedSpellings))
  }
}

extension NamingStyle {
  /// The prefixes that the style drops, and that begin none of `names`.
  fileprivate func unusedPrefixes(among names: [IdentifierName]) -> [String] {
    var (unused, names): ([String], [IdentifierName]) = ([], names)
    for step in names.isEmpty ? [] : steps {
      if case .droppingPrefix(let prefix) = step, !names.contains(where: { $0.text.hasPrefix(prefix) }) {
        unused.append(prefix)
      }
      names = names.map { step($0) }
    }
    return unused
  }
}
