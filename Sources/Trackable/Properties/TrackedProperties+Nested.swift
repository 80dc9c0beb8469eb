#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
      if result[name.text] == nil { result[name.text] = value.plain } else { isAmbiguous = true }
    }
    // Compares the values, and reports what is lost.
    if isAmbiguous { _ = flattened }
    return result
  }

  /// The properties as a dictionary of plain values, with nested properties as dictionaries inside it.
  public var nestedDictionary: [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    result.reserveCapacity(count)
    for property in self { result[property.key.name] = property.value.plain }
    return result
  }

  /// The same properties, with nested ones replaced by their contents under composed names: for destinations that do
  /// not take nested values. For names that are the same, see ``dictionary``.
  public var flattened: TrackedProperties {
    guard contains(where: { if case .properties = $0.value { true } else { false } }) else { return self }
    var result = KeyedProperties(capacity: count)
    func add(_ name: IdentifierName, _ value: TrackedValue, _ isSensitive: Bool) {
      let key = PropertyKey(owning: name, traits: _KeyTraits(isSensitive: isSensitive))
      guard let position = result.position(of: key) else {
        return result.append(TrackedProperty(key: key, given: value))
      }
      if result.elements[position].value != value { reportLoss(under: name.text) }
    }
    forEachFlattened(add)
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
    below outer: IdentifierName? = nil, isSensitive: Bool = false, _ body: (IdentifierName, TrackedValue, Bool) -> Void
  ) {
    for property in self {
      let name = property.key.composedName(inside: outer)
      let isSensitive = isSensitive || property.key.isSensitive
      if case .properties(let nested) = property.value {
        nested.forEachFlattened(below: name, isSensitive: isSensitive, body)
      } else {
        body(name, property.value, isSensitive)
      }
    }
  }
}

extension TrackedValue {
  /// The value as a plain type, as the calls of analytics services take it: `String`, `Int`, `Double`, `Bool`, `Date`,
  /// `[any Sendable]`, and `[String: any Sendable]` for nested properties. Null is `NSNull` on Apple's systems, where SDKs and `JSONSerialization` refuse anything else, and
  /// ``TrackedValue/null`` itself elsewhere.
  public var plain: any Sendable {
    switch self {
    case .string(let value): value
    case .int(let value): value
    case .double(let value): value
    case .bool(let value): value
    case .date(let value): value
    case .array(let values): values.values.map(\.plain)
    case .properties(let properties): properties.nestedDictionary
    case .null: Self.plainNull
    }
  }

  private static var plainNull: any Sendable {
    #if canImport(Darwin)
      NSNull()
    #else
      // Not that of Foundation, which would cost every app the whole of it.
      TrackedValue.null
    #endif
  }
}
