extension TrackedProperties {
  /// The properties as a dictionary of plain values, with nested properties flattened under composed names.
  ///
  /// ```swift
  /// let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1971]]
  /// properties.dictionary         // ["App.Keys.album.Details.year": 1971]
  /// properties.nestedDictionary   // ["App.Keys.album": ["App.Keys.Details.year": 1971]]
  /// ```
  ///
  /// Each value is its ``TrackedValue/plain`` form. Properties inside an array stay nested. If two composed names are
  /// the same, the first one wins; in a delivered event, that is the one of higher rank. Cost: one dictionary, and a
  /// string for every composed name.
  public var dictionary: [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    result.reserveCapacity(count)
    forEachFlattened { name, value in
      if result[name] == nil { result[name] = value.plain }
    }
    return result
  }

  /// The properties as a dictionary of plain values, with nested properties as dictionaries inside it.
  public var nestedDictionary: [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    result.reserveCapacity(count)
    forEachProperty { result[$0.key.name] = $0.value.plain }
    return result
  }

  /// The same properties, with nested ones replaced by their contents under composed names: for destinations that do
  /// not take nested values.
  public var flattened: TrackedProperties {
    guard contains(where: { if case .properties = $0.value { true } else { false } }) else { return self }
    var result = KeyedProperties(capacity: count)
    forEachFlattened { name, value in
      let property = TrackedProperty(key: PropertyKey(dynamicName: name), given: value)
      if result.position(of: property.key) == nil { result.append(property) }
    }
    return TrackedProperties(unique: result.elements)
  }

  private func forEachFlattened(below outer: String? = nil, _ body: (String, TrackedValue) -> Void) {
    forEachProperty { property in
      let name = outer.map { ComposedName.of($0, property.key.name) } ?? property.key.name
      if case .properties(let nested) = property.value {
        nested.forEachFlattened(below: name, body)
      } else {
        body(name, property.value)
      }
    }
  }
}

/// The name of a property inside another one.
enum ComposedName {
  /// `inner` appended to `outer`, without the path that both begin with.
  ///
  /// - `App.Keys.album` and `App.Keys.Details.year` make `App.Keys.album.Details.year`
  /// - `App.Keys.album` and `year` make `App.Keys.album.year`
  ///
  /// At least the last component of `inner` is always kept.
  static func of(_ outer: String, _ inner: String) -> String {
    outer + "." + remainder(of: inner, inside: outer)
  }

  /// `inner` without the path that it shares with `outer`.
  static func remainder(of inner: String, inside outer: String) -> String {
    let outerPath = outer.split(separator: ".", omittingEmptySubsequences: false)
    let innerPath = inner.split(separator: ".", omittingEmptySubsequences: false)
    let shared = zip(outerPath, innerPath.dropLast()).prefix { $0 == $1 }.count
    return innerPath.dropFirst(shared).joined(separator: ".")
  }
}
