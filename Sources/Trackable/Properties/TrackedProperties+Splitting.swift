// What is sensitive is split off once: when an event, a user or a user property is made. Until then a collection is what its
// maker put into it. It is printed nowhere, split or not.

extension TrackedProperties {
  /// What everybody may see, and what only those get who ask for it. In a value the other
  /// keys stay, and an array keeps its positions: null is in place of an element in which nothing is sensitive.
  package func split() -> (shown: TrackedProperties, sensitive: TrackedProperties) {
    guard holdsSensitive else { return (self, TrackedProperties()) }
    var (shown, sensitive): ([TrackedProperty], [TrackedProperty]) = ([], [])
    for property in elements {
      if property.key.isSensitive {
        sensitive.append(property)
      } else if case (let rest, let part?) = property.value.split() {
        shown.append(TrackedProperty(key: property.key, mended: rest, flaws: property.flaws))
        sensitive.append(TrackedProperty(key: property.key, mended: part, flaws: .none))
      } else {
        shown.append(property)
      }
    }
    return (TrackedProperties(distinct: shown), TrackedProperties(distinct: sensitive))
  }

  /// What was split, in one again.
  func joined(with sensitive: TrackedProperties) -> TrackedProperties {
    if sensitive.isEmpty { return self }
    var joined: [TrackedProperty] = []
    for property in elements {
      let part = sensitive.value(for: property.key)
      joined.append(
        part.map { TrackedProperty(key: property.key, given: property.value.joined(with: $0), flaws: property.flaws) }
          ?? property)
    }
    for property in sensitive.elements where property.key.isSensitive && value(for: property.key) == nil {
      joined.append(property)
    }
    return TrackedProperties(distinct: joined)
  }
}

extension TrackedValue {
  /// The same for a value; `nil` if nothing in it is sensitive.
  package func split() -> (shown: TrackedValue, sensitive: TrackedValue?) {
    switch self {
    case .properties(let properties) where properties.holdsSensitive:
      let (shown, sensitive) = properties.split()
      return (.properties(shown), .properties(sensitive))
    case .array(let values) where values.holdsSensitive:
      let parts = values.values.map { $0.split() }
      return (
        .array(Elements(parts.map(\.shown), inPlaceOf: values)),
        .array(Elements(parts.map { $0.sensitive ?? .null }, inPlaceOf: values))
      )
    default: return (self, nil)
    }
  }

  fileprivate func joined(with sensitive: TrackedValue) -> TrackedValue {
    switch (self, sensitive) {
    case (.properties(let shown), .properties(let sensitive)): .properties(shown.joined(with: sensitive))
    case (.array(let shown), .array(let sensitive)) where shown.count == sensitive.count:
      .array(shown.values.indices.map { shown.values[$0].joined(with: sensitive.values[$0]) })
    // Something else has taken its place.
    default: self
    }
  }
}

// MARK: - Printing

extension TrackedProperty: CustomStringConvertible {
  /// `name: value`. The value of a sensitive key is not printed.
  public var description: String { "\(key): \(kind == .omitted ? "(omitted)" : shownValue.description)" }

  /// The value, as it may be shown.
  @inline(never)
  var shownValue: TrackedValue { key.isSensitive ? .string("(sensitive)") : value.split().shown }
}

extension TrackedProperty: CustomReflectable {
  /// The key and the value. The value of a sensitive key is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["key": key.name, "value": shownValue]) }
}

extension TrackedProperties: CustomStringConvertible {
  /// `[name: value, name: value]`. The value of a sensitive key is not printed.
  public var description: String { "[" + elements.map(\.description).joined(separator: ", ") + "]" }
}

extension TrackedProperties: CustomReflectable {
  /// The properties, without the values of sensitive keys.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}
