import Trackable

extension TrackedValue {
  /// The value in a report: a string unchanged, and any other value as a text with its kind, such as `{"int": "1971"}`,
  /// because JavaScript's numbers would lose digits. The text is the value's description, which shows no sensitive
  /// value, and not its JSON.
  var inReport: TrackedValue {
    if case .string = self { return self }
    let pieces: [TrackedValue]? =
      switch self {
      case .array, .properties, .date: split().shown.pieces
      default: nil
      }
    return .properties([PropertyKey(stringLiteral: typeName) ~>> description, "pieces" ~>> pieces])
  }

  /// The value in a form for programs, because the text does not distinguish a date from a string, and has a date only
  /// to the millisecond. Nested values are listed one after the other, because some readers of JSON limit nesting. The
  /// entry of an array or of properties says how many values follow. In front of the name of a renamed key is its name
  /// in code.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  private var pieces: [TrackedValue] {
    switch self {
    case .array(let values): [.properties(["array" ~>> "\(values.count)"])] + values.flatMap(\.pieces)
    case .properties(let properties):
      [.properties(["properties" ~>> "\(properties.count)"])]
        + properties.flatMap { $0.key.pieces + $0.value.pieces }
    case .date(let date): [.properties(["date" ~>> "\(date.timeIntervalSinceReferenceDate)"])]
    default: [inReport]
    }
  }

  /// Whether the values differ in more than the names that a destination gives their keys.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  func saysTheSame(as other: TrackedValue) -> Bool {
    switch (self, other) {
    case (.properties(let own), .properties(let others)):
      own.count == others.count
        && zip(own, others).allSatisfy { $0.key.inCode == $1.key.inCode && $0.value.saysTheSame(as: $1.value) }
    case (.array(let own), .array(let others)):
      own.count == others.count && zip(own, others).allSatisfy { $0.saysTheSame(as: $1) }
    default: self == other
    }
  }

  /// The names of the sensitive keys in a sensitive value. The name of an outer key comes before the names of the keys
  /// inside it.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  var sensitiveNames: [String] {
    switch self {
    case .properties(let properties):
      properties.flatMap { property in
        property.key.isSensitive
          ? [property.key.name] : property.value.sensitiveNames.map { "\(property.key.name): \($0)" }
      }
    case .array(let values): values.flatMap(\.sensitiveNames)
    default: []
    }
  }
}

extension PropertyKey {
  fileprivate var pieces: [TrackedValue] {
    let code: [TrackedValue] = inCode.name == name ? [] : [.properties(["as" ~>> inCode.name])]
    return code + [.string(name)]
  }
}
