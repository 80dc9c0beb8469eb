import Trackable

/// Finds out which property stands for which expected one, at the top and inside values.
///
/// What a destination calls a key does not matter: a property is found by the name that it was written with, or else by
/// the one that it has. Each stands for one expected key only.
struct PropertyComparison {
  /// What should be there, and what is there in its place, if anything.
  private(set) var wrong: [(expected: TrackedProperty, actual: TrackedProperty?)] = []
  /// What stands for nothing that is expected.
  private(set) var others: [TrackedProperty]

  init(_ expected: TrackedProperties, _ actual: TrackedProperties) {
    var places: [Int?] = Array(repeating: nil, count: expected.count)
    var isTaken = Array(repeating: false, count: actual.count)
    for isSame in [PropertyKey.isWritten(as:), PropertyKey.isNamed(as:)] {
      for index in expected.indices where places[index] == nil {
        places[index] = actual.indices.first { !isTaken[$0] && isSame(actual[$0].key)(expected[index].key) }
        if let place = places[index] { isTaken[place] = true }
      }
    }
    others = actual.indices.filter { !isTaken[$0] }.map { actual[$0] }
    for (property, place) in zip(expected, places) {
      let found = place.map { actual[$0] }
      if found.map({ property.value.isShown(as: $0.value) }) != true { wrong.append((property, found)) }
    }
  }

  /// Whether everything that is expected is there, and nothing else.
  var isExact: Bool { wrong.isEmpty && others.isEmpty }
}

extension PropertyKey {
  /// Whether either name is that of `other`.
  func isMeant(by other: PropertyKey) -> Bool { isWritten(as: other) || isNamed(as: other) }

  fileprivate func isWritten(as other: PropertyKey) -> Bool { writtenName == other.writtenName }

  fileprivate func isNamed(as other: PropertyKey) -> Bool { self == other }
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
