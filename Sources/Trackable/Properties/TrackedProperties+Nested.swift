extension TrackedProperties {
  /// The properties as a dictionary of plain values, with nested properties flattened under composed names.
  ///
  /// ```swift
  /// let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1971]]
  /// properties.dictionary         // ["MyApp.Keys.album.Details.year": 1971]
  /// properties.nestedDictionary   // ["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]
  /// ```
  ///
  /// Each value is its ``TrackedValue/plain`` form. Properties inside an array stay nested.
  ///
  /// Cost: one dictionary, and a string for every composed name. Errors: if two composed names are the same and their
  /// values are not, the first one wins; in a delivered event, that is the one of higher rank. An issue
  /// (``TrackableIssue/Kind/sameName``) tells it, once for each name.
  public var dictionary: [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    result.reserveCapacity(count)
    var isAmbiguous = false
    forEachFlattened { name, value, _ in
      if result[name] == nil { result[name] = value.plain } else { isAmbiguous = true }
    }
    // Compares the values, and reports what is lost.
    if isAmbiguous { _ = flattened }
    return result
  }

  /// The properties as a dictionary of plain values, with nested properties as dictionaries inside it.
  public var nestedDictionary: [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    result.reserveCapacity(count)
    forEachShown { result[$0.key.name] = $0.value.plain }
    return result
  }

  /// The same properties, with nested ones replaced by their contents under composed names: for destinations that do
  /// not take nested values. For names that are the same, see ``dictionary``.
  public var flattened: TrackedProperties {
    guard contains(where: { if case .properties = $0.value { true } else { false } }) else { return self }
    var result = KeyedProperties(capacity: count)
    func add(_ name: String, _ value: TrackedValue, _ isSensitive: Bool) {
      let key = PropertyKey(dynamicName: name, traits: _KeyTraits(isSensitive: isSensitive))
      guard let position = result.position(of: key) else {
        return result.append(
          isRevealed ? TrackedProperty(key: key, revealed: value) : TrackedProperty(key: key, given: value))
      }
      if result.elements[position].value != value { reportLoss(under: name) }
    }
    forEachFlattened(add)
    if isRevealed { return TrackedProperties(revealed: result.elements) }
    sensitiveProperties.forEachFlattened(add)
    return result.properties
  }

  private func reportLoss(under name: String) {
    IssueReporter.current.reportOnce(
      TrackableIssue(
        kind: .sameName,
        message: "Several values have the name '\(name)' where nested properties are flattened; only the first of them "
          + "is sent.",
        remedy: "rename one of the keys, or that of the properties around it.",
        // Properties are flattened wherever a destination wants them so, and there is no call to point to.
        location: .unknown, subject: name))
  }

  private func forEachFlattened(
    below outer: ComposedName? = nil, isSensitive: Bool = false, _ body: (String, TrackedValue, Bool) -> Void
  ) {
    forEachShown { property in
      let isSensitive = isSensitive || property.key.isSensitive
      if case .properties(let nested) = property.value {
        nested.forEachFlattened(below: ComposedName(property.key, inside: outer), isSensitive: isSensitive, body)
      } else if let outer {
        body(ComposedName(property.key, inside: outer).name, property.value, isSensitive)
      } else {
        body(property.key.name, property.value, isSensitive)
      }
    }
  }
}

/// The name of a property inside another one: what it is called where nested properties are flattened.
///
/// Names are composed as they were written, and a style spells the result. A key that a style has spelled knows the
/// style and the key before it; so does a composed name.
package struct ComposedName {
  private let written: String
  private let spelled: String?
  private let unstyled: Unstyled

  /// The same name before a style spelled it.
  private indirect enum Unstyled {
    case same
    case other(ComposedName)
  }

  /// The name as a destination spells it.
  package var name: String { spelled ?? written }

  /// The name of a key that is not nested, or of one inside another.
  package init(_ key: PropertyKey, inside outer: ComposedName? = nil) {
    let rest = outer.map { Self.remainder(of: key.writtenName, inside: $0.written) }
    written = if let outer, let rest { outer.written + "." + rest } else { key.writtenName }
    if let (names, unspelled) = key.style {
      let before = ComposedName(unspelled, inside: outer?.beforeStyle)
      unstyled = .other(before)
      spelled = outer == nil ? key.name : names(before.name)
    } else {
      unstyled = .same
      spelled =
        if let outer {
          key.storedComposedName
            ?? (key.isSpelled ? Self.of(outer.name, key.name) : outer.spelled.map { $0 + "." + (rest ?? "") })
        } else {
          key.isSpelled ? key.name : nil
        }
    }
  }

  private var beforeStyle: ComposedName {
    if case .other(let name) = unstyled { name } else { self }
  }

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
  private static func remainder(of inner: String, inside outer: String) -> Substring {
    let dot = UInt8(ascii: ".")
    // Bytes up to which both are equal, and up to the last component that both have.
    var equal = 0
    var shared = 0
    for (outer, inner) in zip(outer.utf8, inner.utf8) {
      guard outer == inner else { break }
      equal += 1
      if inner == dot { shared = equal }
    }
    let rest = inner.utf8.dropFirst(equal)
    if equal == outer.utf8.count, rest.first == dot { shared = equal + 1 }
    return inner[inner.utf8.index(inner.startIndex, offsetBy: shared)...]
  }
}
