// The forms in which properties leave the library: dictionaries, flattened properties, text and JSON.

extension TrackedProperties {
  // Only a module that calls these forms gets their code: an app without a vendor's SDK needs none of it.
  /// The properties as a dictionary of plain values. Nested properties are flattened under composed names.
  ///
  /// ```swift
  /// let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1971]]
  /// properties.dictionary         // ["MyApp.Keys.album.Details.year": 1971]
  /// properties.nestedDictionary   // ["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]
  /// ```
  ///
  /// Each value has its ``TrackedValue/plain`` form. Properties inside an array stay nested.
  ///
  /// Cost: one dictionary, and a string for each composed name. Errors: if two composed names are equal and their
  /// values are not, the first value wins, which has the higher rank in a delivered event. The library reports an issue
  /// (`sameName`) once for each name.
  @export(implementation) public var dictionary: [String: any Sendable] {
    flattened.nestedDictionary
  }

  /// The properties as a dictionary of plain values, with nested properties as dictionaries inside it.
  @export(implementation) public var nestedDictionary: [String: any Sendable] {
    elements.reduce(into: Dictionary(minimumCapacity: count)) { $0.updateValue($1.value.plain, forKey: $1.key.name) }
  }

  /// The same properties without nesting, for destinations without nested values: the contents of a nested property
  /// replace it, under composed names. For equal names, see ``dictionary``.
  public var flattened: TrackedProperties {
    guard elements.contains(where: { if case .properties = $0.value { true } else { false } }) else { return self }
    var result = KeyedProperties(capacity: count)
    addFlattened(to: &result)
    return result.take()
  }

  private func addFlattened(
    to result: inout KeyedProperties, below outer: IdentifierName? = nil, isSensitive: Bool = false
  ) {
    for property in elements {
      let name = property.key.composedName(inside: outer)
      let isSensitive = isSensitive || property.key.isSensitive
      if case .properties(let nested) = property.value {
        nested.addFlattened(to: &result, below: name, isSensitive: isSensitive)
        continue
      }
      let key = PropertyKey(owning: name, traits: KeyTraits(isSensitive: isSensitive))
      if let position = result.position(of: key) {
        if result.elements[position].value != property.value { reportLoss(under: name.text) }
      } else {
        result.set(property.copied(as: key))
      }
    }
  }

  private func reportLoss(under name: String) {
    IssueReporter.current.reportOnce(
      TrackableIssue(
        kind: .sameName,
        message: "Several values have the name '" + name
          + "' where nested properties are flattened; only the first of them "
          + "is sent.",
        remedy: "rename one of the keys, or that of the properties around it.",
        // The issue has no location, because many destinations flatten properties, so no single call causes the issue.
        location: .unknown, subject: name))
  }
}

extension TrackedValue {
  /// The value as a plain type, for the calls of analytics services: `String`, `Int`, `Double`, `Bool`, `Date`,
  /// `[any Sendable]`, and `[String: any Sendable]` for nested properties. Null is `NSNull` on Apple's systems, because
  /// SDKs and `JSONSerialization` refuse any other value there. On other systems, null is ``TrackedValue/null``.
  @export(implementation) public var plain: any Sendable {
    switch self {
    case .string(let value): value
    case .int(let value): value
    case .double(let value): value
    case .bool(let value): value
    case .date(let value): value
    case .array(let values): values.map(\.plain)
    case .properties(let properties): properties.nestedDictionary
    case .null: Self.plainNull
    }
  }
}

// MARK: - Text and JSON

extension TrackedValue {
  /// The value as compact JSON. Properties become objects with the fields in the same order, and dates are ISO 8601 to
  /// the millisecond.
  ///
  /// ```swift
  /// TrackedValue.array([1, "a", .null]).json   // [1,"a",null]
  /// ```
  ///
  /// The result is always valid JSON: a number that JSON cannot write becomes a string.
  public var json: String {
    var writer = JSONWriter()
    writer.value(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension TrackedValue: CustomStringConvertible {
  /// The value in readable form: text unchanged, dates in ISO 8601, arrays and properties as JSON.
  @inline(never) public var description: String {
    switch self {
    case .string(let value): value
    case .int(let value): value.description
    case .double(let value): value.description
    case .bool(let value): value.description
    case .date(let value): value.trackedText
    case .array, .properties, .null: split().shown.json
    }
  }
}

extension TrackedValue.Elements: CustomStringConvertible {
  /// The values as JSON.
  public var description: String { TrackedValue.array(self).description }
}

extension TrackedProperties {
  /// The properties as a nested JSON object, in their order.
  public var json: String { TrackedValue.properties(self).json }
}

// How sensitive properties are separated from the others. An event, a user or a user property does so once, when it is
// made. Until then, one collection contains both. A sensitive value is never printed.

extension TrackedProperties {
  /// The properties for every tracker, and the sensitive properties. The shown part of a nested value has its other
  /// keys. If an element of an array contains a sensitive property, the whole element is sensitive, and null replaces
  /// it in the shown part. In the sensitive part, null replaces the elements that are shown.
  @inline(never) package func split() -> (shown: TrackedProperties, sensitive: TrackedProperties) {
    guard holdsSensitive else { return (self, TrackedProperties()) }
    var (shown, sensitive) = (KeyedProperties(), KeyedProperties())
    for property in elements {
      if property.key.isSensitive {
        sensitive.set(property)
      } else if case (let rest, let part?) = property.value.split() {
        shown.set(property.copied(rest))
        sensitive.set(property.copied(part, flaws: TrackedValueFlaws.none))
      } else {
        shown.set(property)
      }
    }
    return (shown.take(), sensitive.take())
  }

  /// Joins the shown and the sensitive properties. A property that is only in the sensitive part is sensitive.
  ///
  /// - Parameter whole: The collection before it was split. Its order is the order of the ranks, so the result has the
  ///   same order.
  @inline(never) func joined(with sensitive: TrackedProperties, asIn whole: TrackedProperties) -> TrackedProperties {
    if sensitive.isEmpty { return self }
    let (shown, parts) = (KeyedProperties(of: self), KeyedProperties(of: sensitive))
    var joined = KeyedProperties()
    for place in whole.elements + elements + sensitive.elements where joined.position(of: place.key) == nil {
      let part = parts.position(of: place.key).map { parts.elements[$0] }
      if let property = shown.position(of: place.key).map({ shown.elements[$0] }) {
        let part = property.key.isSensitive ? nil : part
        joined.set(part.map { property.copied(property.value.joined(with: $0.value, asIn: place.value)) } ?? property)
      } else if let part {
        let key = part.key.identifier
        joined.set(part.key.isSensitive ? part : part.copied(as: PropertyKey(owning: key, traits: .sensitive)))
      }
    }
    return joined.take()
  }

  /// The sensitive properties and the changed shown properties, joined. If the change has replaced a value, the
  /// sensitive part of that value is dropped.
  @inline(never) func changed(
    from parts: (shown: TrackedProperties, sensitive: TrackedProperties), to shown: TrackedProperties
  ) -> TrackedProperties {
    let left = parts.sensitive.keeping {
      $0.key.isSensitive || parts.shown.value(for: $0.key) == shown.value(for: $0.key)
    }
    return shown.joined(with: left, asIn: self)
  }
}

extension TrackedValue {
  /// The part of the value that every tracker gets, and the sensitive part. The sensitive part is `nil` if nothing in
  /// the value is sensitive.
  package func split() -> (shown: TrackedValue, sensitive: TrackedValue?) {
    switch self {
    case .properties(let properties) where properties.holdsSensitive:
      let (shown, sensitive) = properties.split()
      return (.properties(shown), .properties(sensitive))
    case .array(let values) where holdsSensitive:
      // An element with a sensitive value is left out as a whole: what is left of it could show whose value it was.
      return (
        .array(values.map { $0.holdsSensitive ? .null : $0 }), .array(values.map { $0.holdsSensitive ? $0 : .null })
      )
    default: return (self, nil)
    }
  }

  func joined(with sensitive: TrackedValue, asIn whole: TrackedValue) -> TrackedValue {
    switch (self, sensitive) {
    case (.properties(let shown), .properties(let sensitive)):
      .properties(shown.joined(with: sensitive, asIn: whole.nested))
    case (.array(let shown), .array(let sensitive)) where shown.count == sensitive.count:
      .array(shown.values.indices.map { sensitive.values[$0] == .null ? shown.values[$0] : sensitive.values[$0] })
    // A change has replaced the array or the properties by another kind of value.
    default: self
    }
  }

  private var nested: TrackedProperties { if case .properties(let nested) = self { nested } else { [] } }
}

// MARK: - Printing

extension TrackedProperty: CustomStringConvertible {
  /// `name: value`. The value of a sensitive key is not printed.
  public var description: String { key.name + ": " + (isOmitted ? "(omitted)" : shownValue.description) }

  /// The value, without its sensitive part.
  @inline(never) var shownValue: TrackedValue { key.isSensitive ? .string("(sensitive)") : value.split().shown }
}

extension TrackedProperty: CustomReflectable {
  /// The key and the value. The value of a sensitive key is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["key": key.name, "value": shownValue]) }
}

extension TrackedProperties: CustomStringConvertible {
  /// `[name: value, name: value]`. The value of a sensitive key is not printed.
  public var description: String {
    "[" + elements.map(\.description).joined(separator: ", ") + "]"
  }
}

extension TrackedProperties: CustomReflectable {
  /// The properties, without the values of sensitive keys.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
