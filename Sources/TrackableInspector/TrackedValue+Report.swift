import Trackable

extension TrackedValue {
  /// A string as such, and any other value as its text with its kind: `{"int": "1971"}`. JavaScript's numbers would
  /// lose digits. The description, and not the JSON: it shows no sensitive value.
  var inReport: TrackedValue {
    if case .string = self { return self }
    let pieces: [TrackedValue]? =
      switch self {
      case .array, .properties, .date: split().shown.pieces
      default: nil
      }
    return .properties([PropertyKey(stringLiteral: typeName) ~>> description, "pieces" ~>> pieces])
  }

  /// The value for programs: its text does not tell a date inside it from a string, and has a date to the millisecond.
  /// Values inside others stand one after the other, because JSON is not nested as deeply: an array or properties say
  /// how many follow.
  ///
  /// Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  private var pieces: [TrackedValue] {
    switch self {
    case .array(let values): [.properties(["array" ~>> "\(values.count)"])] + values.flatMap(\.pieces)
    case .properties(let properties):
      [.properties(["properties" ~>> "\(properties.count)"])]
        + properties.flatMap { [.string($0.key.name)] + $0.value.pieces }
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

  /// The names of the sensitive keys in a sensitive value, each after those around it.
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
