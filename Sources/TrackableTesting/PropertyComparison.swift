import Trackable

/// Compares properties: pairs the expected properties with those of a delivery, by their keys, at the top level and
/// inside values.
///
/// A key matches a property of the same name. If a combinator has renamed the property, the key also matches by the
/// name in code.
struct PropertyComparison {
  /// The expected properties that are missing, or have another value.
  private(set) var wrong: [(expected: TrackedProperty, actual: TrackedProperty?)] = []
  /// The properties that the delivery must not have, at the top level or inside other properties. Each has a path with
  /// the names of the outer keys.
  private(set) var others: [(path: String, property: TrackedProperty)] = []

  init(_ expected: TrackedProperties, _ actual: TrackedProperties, isExact: Bool = true, absent: [PropertyKey] = []) {
    let places = actual.places(meantBy: expected.map(\.key))
    for (property, place) in zip(expected, places) {
      let found = place.map { actual[$0] }
      if found.map({ property.value.isShown(as: $0.value) }) != true { wrong.append((property, found)) }
    }
    if isExact {
      others = actual.indices.filter { !places.contains($0) }.map { (actual[$0].key.name, actual[$0]) }
    }
    actual.visit { path, property, composed in
      let isAbsent = absent.contains { property.key.isMeant(by: $0) || composed == $0.name }
      if isAbsent, !others.contains(where: { $0.path == path }) { others.append((path, property)) }
    }
  }

  /// Whether the delivery has the expected properties.
  var fits: Bool { wrong.isEmpty && others.isEmpty }
}

extension TrackedProperties {
  /// For each key, the index of its property. Each index occurs once. If a key matches both a property of that name and
  /// a renamed property, the method chooses the property of that name.
  fileprivate func places(meantBy keys: [PropertyKey]) -> [Int?] {
    var places: [Int?] = keys.map { key in firstIndex { $0.key == key } }
    for (number, key) in keys.enumerated() where places[number] == nil {
      places[number] = indices.first { self[$0].key.isMeant(by: key) && !places.contains($0) }
    }
    return places
  }

  /// Calls `body` with each property and each nested property, with its path and its flattened name.
  fileprivate func visit(
    inside outer: (path: String, name: IdentifierName?)? = nil,
    _ body: (_ path: String, TrackedProperty, _ composed: String) -> Void
  ) {
    func visit(_ value: TrackedValue, _ path: String, _ name: IdentifierName?) {
      switch value {
      case .properties(let nested): nested.visit(inside: (path, name), body)
      // Values inside an array are not flattened.
      case .array(let values): for value in values { visit(value, path + "[]", nil) }
      default: break
      }
    }
    for property in self {
      let path = (outer.map { $0.path + "/" } ?? "") + property.key.name
      let name = property.key.composedName(inside: outer?.name)
      body(path, property, name.text)
      visit(property.value, path, name)
    }
  }
}

extension TrackedValue {
  /// Whether both values look the same. A test compares sensitive parts separately.
  func isShown(as other: TrackedValue) -> Bool {
    switch (self, other) {
    case (.properties(let expected), .properties(let actual)): PropertyComparison(expected, actual).fits
    case (.array(let expected), .array(let actual)):
      expected.count == actual.count && zip(expected, actual).allSatisfy { $0.isShown(as: $1) }
    default: self == other
    }
  }
}
