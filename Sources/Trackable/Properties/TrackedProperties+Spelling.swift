// What a tracker adds behind a renaming names keys as they were written, or as the destination knows them. Both are the
// keys of the event.

extension TrackedProperties {
  /// The same properties under the keys that `other` has for them, where a destination's spelling replaced their names.
  ///
  /// A key is the one that was written with its name or, if there is none, the one that has its name now.
  func keyed(as other: TrackedProperties) -> TrackedProperties {
    guard other.hasSpelledKeys else { return self }
    let others = other.elements
    return TrackedProperties(
      elements.map { property in
        let known =
          others.position(of: property.key).map { others[$0].key } ?? others.identifyingKey(named: property.key)
        let key = known?.replaced(by: property.key) ?? property.key
        return TrackedProperty(key: key, mended: property.value, flaws: property.flaws)
      })
  }

  /// Whether a destination's spelling replaced any name.
  private var hasSpelledKeys: Bool {
    switch storage {
    case .none: false
    case .one(let property): property.key.isSpelled
    // Goes through the buffer so that elements are neither copied nor retained.
    case .many(let properties, _): properties.withUnsafeBufferPointer { $0.contains { $0.key.isSpelled } }
    }
  }
}

extension [TrackedProperty] {
  /// The key that tells apart what some of these describe, if they do not have it and it would have this name.
  fileprivate func identifyingKey(named name: PropertyKey) -> PropertyKey? {
    for property in self where property.key.isSpelled {
      if let key = property.key.identifyingKey?.spelled(like: property.key), key == name { return key }
    }
    return nil
  }
}
