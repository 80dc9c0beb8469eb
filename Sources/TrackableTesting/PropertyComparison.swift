import Trackable

/// Pairs the expected properties with those of a delivery, by their keys, at the top and inside values.
struct PropertyComparison {
  /// The expected properties that are missing, or have another value.
  private(set) var wrong: [(expected: TrackedProperty, actual: TrackedProperty?)] = []
  /// The properties that must not be there.
  private(set) var others: [TrackedProperty]

  init(_ expected: TrackedProperties, _ actual: TrackedProperties, isExact: Bool = true, absent: [PropertyKey] = []) {
    let places = expected.map { property in actual.firstIndex { $0.key == property.key } }
    others = actual.indices.filter { isExact && !places.contains($0) || absent.contains(actual[$0].key) }
      .map { actual[$0] }
    for (property, place) in zip(expected, places) {
      let found = place.map { actual[$0] }
      if found.map({ property.value.isShown(as: $0.value) }) != true { wrong.append((property, found)) }
    }
  }

  /// Whether the properties are the expected ones.
  var fits: Bool { wrong.isEmpty && others.isEmpty }
}

extension TrackedValue {
  /// Whether both show the same. Sensitive values inside them are compared apart.
  fileprivate func isShown(as other: TrackedValue) -> Bool {
    switch (self, other) {
    case (.properties(let expected), .properties(let actual)): PropertyComparison(expected, actual).fits
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(expected, actual).allSatisfy { $0.isShown(as: $1) }
    default: self == other
    }
  }
}
