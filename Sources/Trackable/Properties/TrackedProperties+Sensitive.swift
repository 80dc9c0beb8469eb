// Sensitive properties are hidden by the collection itself: wherever it goes, into an event, the traits of a user or a
// nested value, whoever reads it does not see them. There is one way to see them, below, and what it returns hides them
// again when it is given to a tracking call.

extension TrackedProperties {
  /// The properties with a ``SensitiveKey``, for the tracker that reads them on purpose.
  ///
  /// ```swift
  /// let traits: TrackedProperties = [UserKeys.email ~>> "john@apple.records", Keys.plan ~>> "free"]
  /// traits.dictionary                       // ["MyApp.Keys.plan": "free"]
  /// traits.sensitiveProperties.dictionary   // ["MyApp.UserKeys.email": "john@apple.records"]
  /// ```
  ///
  /// Those nested in a value are nested under the same key here, without what is not sensitive. An array keeps their
  /// positions: what is not sensitive is null. Printing the result does not print the values.
  public var sensitiveProperties: TrackedProperties {
    guard case .many(let properties, let special) = storage, !special.isRevealed else { return sensitiveParts }
    let shown = TrackedProperties(unique: Array(properties.prefix(count))).sensitiveParts.rawElements
    let hidden = properties.suffix(Int(special.hidden)).map { $0.with($0.value.revealed) }
    return TrackedProperties(revealed: hidden + shown)
  }

  /// The sensitive parts of what the collection shows.
  private var sensitiveParts: TrackedProperties {
    var parts: [TrackedProperty] = []
    forEachShown { property in
      if property.key.isSensitive {
        parts.append(property)
      } else if let value = property.value.sensitivePart {
        parts.append(property.with(value))
      }
    }
    return TrackedProperties(revealed: parts)
  }

  /// Properties that are shown even if they are sensitive.
  init(revealed properties: [TrackedProperty]) {
    var special = Special()
    special.isRevealed = true
    storage = properties.isEmpty ? .none : .many(properties, special)
  }

  var isRevealed: Bool { if case .many(_, let special) = storage { special.isRevealed } else { false } }

  private var rawElements: [TrackedProperty] {
    switch storage {
    case .none: []
    case .one(let property): [property]
    case .many(let properties, _): properties
    }
  }

  /// The properties as they were before ``sensitiveProperties`` revealed them, if it did.
  var concealed: TrackedProperties { isRevealed ? TrackedProperties(distinct: elements) : self }

  /// The same properties, all of them shown.
  fileprivate var revealed: TrackedProperties {
    TrackedProperties(revealed: rawElements.map { $0.with($0.value.revealed) })
  }
}

extension [TrackedProperty] {
  /// The properties as they were before anything in their values was revealed.
  @inline(never)
  var concealed: [TrackedProperty] { map(\.concealed) }
}

extension TrackedProperty {
  /// A property with a value that shows everything in it. Whatever collection it comes into hides that again.
  init(key: PropertyKey, revealed value: TrackedValue, flaws: TrackedValueFlaws = []) {
    self.init(key: key, mended: value, flaws: flaws, kind: .special)
  }

  fileprivate func with(_ value: TrackedValue) -> TrackedProperty {
    TrackedProperty(key: key, revealed: value, flaws: flaws)
  }

  /// The property as it was before anything in its value was revealed.
  var concealed: TrackedProperty { TrackedProperty(key: key, mended: value.concealed, flaws: flaws) }
}

extension TrackedValue {
  /// What is printed in place of a sensitive value.
  static let concealed = TrackedValue.string("(sensitive)")

  /// The sensitive part of the value; `nil` if there is none. Null where an array has something else.
  var sensitivePart: TrackedValue? {
    switch self {
    case .properties(let properties):
      let parts = properties.sensitiveProperties
      return parts.isEmpty ? nil : .properties(parts)
    case .array(let values):
      let parts = values.map(\.sensitivePart)
      return parts.allSatisfy { $0 == nil } ? nil : .array(Elements(parts.map { $0 ?? .null }, inPlaceOf: values))
    default: return nil
    }
  }

  /// The value with everything in it shown.
  fileprivate var revealed: TrackedValue {
    switch self {
    case .properties(let properties): .properties(properties.revealed)
    case .array(let values): .array(Elements(values.map(\.revealed), inPlaceOf: values))
    default: self
    }
  }

  var concealed: TrackedValue {
    switch self {
    case .properties(let properties): .properties(properties.concealed)
    case .array(let values): .array(Elements(values.map(\.concealed), inPlaceOf: values))
    default: self
    }
  }
}

extension TrackedProperties: CustomReflectable {
  /// The properties that the collection shows.
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: Array(self), displayStyle: .collection) }
}

extension TrackedProperty: CustomReflectable {
  /// The key and the value. The value of a sensitive key is not shown.
  public var customMirror: Mirror { Mirror(self, children: ["key": key.name, "value": shownValue]) }
}
