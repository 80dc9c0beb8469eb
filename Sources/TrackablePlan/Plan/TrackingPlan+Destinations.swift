import Trackable

extension TrackingPlan {
  /// A destination with the names that it gets. The file of a plan has the first four properties of this structure.
  package struct Destination: Sendable, Hashable, Codable {
    /// Whether the destination takes nested values unchanged.
    package let takesNestedValues: Bool
    /// The names of events at the destination; the keys of the dictionary are the names in the app.
    package internal(set) var events: [String: String]
    /// The names of user properties at the destination; the keys of the dictionary are the names in the app.
    package internal(set) var userProperties: [String: String]
    /// The names of keys, by the paths of ``TrackingPlan/Event/properties``. A nested property has a composed name, or
    /// a path if the destination takes nested values. Inside arrays, each key is spelled by itself. The path of a key
    /// in a user property or in the traits of a group begins with the name of the user property or the type of the
    /// group, which is not spelled here.
    package internal(set) var keys: [String: String]
    /// The limits of the destination's service.
    var limits: Limits?
    /// The prefixes that the destination's styles should drop, but with which no name begins.
    var unusedPrefixes: [String] = []
    /// The spelling of each single key of nested properties, and of the keys around them.
    var nestedSpellings: [String: String] = [:]

    private enum CodingKeys: String, CodingKey { case takesNestedValues = "nested", events, userProperties, keys }

    /// The spelling of a single key.
    func spelling(of key: String) -> String { nestedSpellings[key] ?? keys[PropertyPath(steps: [key]).text] ?? key }
  }

  /// Returns the plan with the names at one more destination. Pass the styles that you pass to `renaming(events:keys:)`
  /// in front of that destination.
  ///
  /// ```swift
  /// plan.seen(by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1), nested: true)
  ///   .seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  ///   .seen(by: "Segment", events: .droppingModule, keys: .keepingLast(1), nested: true)
  /// ```
  ///
  /// ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` then fails in four more cases: a name changes its
  /// spelling, two names are spelled in the same way, no name begins with a dropped prefix, or a name exceeds the
  /// limits of the service.
  ///
  /// - Parameters:
  ///   - destination: The name of the destination, which replaces another destination of this name.
  ///   - events: The style for events and user properties.
  ///   - keys: The style for keys.
  ///   - nested: Whether the destination takes nested values unchanged, as in `nestedDictionary`. If not, they are
  ///     flattened, as in `dictionary`: a nested property has one name, composed of its keys.
  ///   - limits: The limits of the service; `nil` means no limits.
  public func seen(
    by destination: String, events: NamingStyle = .path, keys: NamingStyle = .path, nested: Bool = false,
    within limits: Limits? = nil
  ) -> TrackingPlan {
    func spelled(_ names: some Sequence<String>, _ style: NamingStyle) -> [String: String] {
      Dictionary(names.map { ($0, style(IdentifierName(known: $0)).text) }, uniquingKeysWith: { first, _ in first })
    }
    let (paths, owned) = (propertyPaths, ownedPaths)
    let nestedKeys = paths.values.filter { $0.keys.count > 1 }.flatMap(\.keys) + owned.values.flatMap(\.inner.keys)
    let unused =
      events.unusedPrefixes(among: (Array(self.events.keys) + userPropertyNames).map { IdentifierName(known: $0) })
      + keys.unusedPrefixes(
        among: (paths.values + owned.values.map(\.inner)).flatMap {
          $0.steps(nested: nested, for: keys).compactMap(\.self)
        })
    var plan = self
    plan.destinations[destination] = Destination(
      takesNestedValues: nested, events: spelled(self.events.keys, events),
      userProperties: spelled(userPropertyNames, events),
      keys: paths.mapValues { $0.spelled(keys, nested: nested) }
        .merging(owned.mapValues { $0.spelledBelowOwner(keys, nested: nested) }) { key, _ in key },
      limits: limits, unusedPrefixes: unused, nestedSpellings: spelled(nestedKeys, keys))
    return plan
  }

  /// The full names of user properties.
  var userPropertyNames: Set<String> { Set(userProperties.keys.compactMap { PropertyPath(text: $0).keys.first }) }

  /// The paths of all properties of events and traits of users, by their texts.
  var propertyPaths: [String: PropertyPath] {
    let keys = Set(events.values.flatMap(\.properties.keys)).union(properties.keys).union(traits.keys)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, PropertyPath(text: $0)) })
  }

  /// The paths of the keys inside user properties, and of the traits of groups, by their texts. Each begins with its
  /// owner: the name of the user property, or the type of the group. An owner is not a key.
  var ownedPaths: [String: PropertyPath] {
    let keys = Set(userProperties.keys).union(groups.keys)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0, PropertyPath(text: $0)) })
      .filter { $0.value.keys.count > 1 }
  }

  /// The full names of all keys, including those inside other properties, arrays, user properties and groups.
  var keyNames: Set<String> { Set(propertyPaths.values.flatMap(\.keys)).union(ownedPaths.values.flatMap(\.inner.keys)) }
}

extension TrackingPlan.Destination {
  /// Merges the destination of the same name in two plans.
  func union(_ other: Self) -> Self {
    func union(_ names: KeyPath<Self, [String: String]>) -> [String: String] {
      self[keyPath: names].merging(other[keyPath: names]) { min($0, $1) }
    }
    return Self(
      takesNestedValues: takesNestedValues && other.takesNestedValues, events: union(\.events),
      userProperties: union(\.userProperties), keys: union(\.keys),
      limits: [limits, other.limits].compactMap(\.self).min { $0.service < $1.service },
      // A prefix is unused only if it begins no name in either plan.
      unusedPrefixes: unusedPrefixes.filter(other.unusedPrefixes.contains), nestedSpellings: union(\.nestedSpellings))
  }
}

extension NamingStyle {
  /// The prefixes that the style drops although none of `names` begins with them.
  fileprivate func unusedPrefixes(among names: [IdentifierName]) -> [String] {
    var (unused, names): ([String], [IdentifierName]) = ([], names)
    for step in names.isEmpty ? [] : steps {
      if case .droppingPrefix(let prefix) = step {
        // A prefix that ends within a component is a prefix of another name.
        let whole = prefix.isEmpty || prefix.hasSuffix(".") ? prefix : prefix + "."
        if !names.contains(where: { ($0.text + ".").hasPrefix(whole) }) { unused.append(prefix) }
      }
      names = names.map { step($0) }
    }
    return unused
  }
}
