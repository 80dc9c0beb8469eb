import Trackable

/// Finds out which property stands for which expected one, at the top and inside values.
struct PropertyComparison {
  /// What should be there, and what is there in its place, if anything.
  private(set) var wrong: [(expected: TrackedProperty, actual: TrackedProperty?)] = []
  /// What stands for nothing that is expected.
  private(set) var others: [TrackedProperty]

  init(_ expected: TrackedProperties, _ actual: TrackedProperties) {
    let places = expected.map { property in actual.firstIndex { $0.key == property.key } }
    others = actual.indices.filter { !places.contains($0) }.map { actual[$0] }
    for (property, place) in zip(expected, places) {
      let found = place.map { actual[$0] }
      if found.map({ property.value.isShown(as: $0.value) }) != true { wrong.append((property, found)) }
    }
  }

  /// Whether everything that is expected is there, and nothing else.
  var isExact: Bool { wrong.isEmpty && others.isEmpty }
}

extension TrackedValue {
  /// Whether both show the same. What is sensitive inside them is compared on its own, where it is revealed.
  fileprivate func isShown(as other: TrackedValue) -> Bool {
    switch (self, other) {
    case (.properties(let expected), .properties(let actual)): PropertyComparison(expected, actual).isExact
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(expected, actual).allSatisfy { $0.isShown(as: $1) }
    default: self == other
    }
  }
}
