extension TrackedProperties {
  /// The value for a key. Setting a value replaces or adds it; setting `nil` removes it.
  ///
  /// ```swift
  /// properties[Keys.year] = 1971
  /// properties[Keys.year]         // .int(1971)
  /// properties[Keys.year] = nil   // no longer there
  /// properties["plan"]            // plain strings are keys too
  /// ```
  public subscript(key: some Trackable.Key) -> TrackedValue? {
    get {
      let key = PropertyKey(key)
      switch storage {
      case .none: return nil
      case .one(let property): return property.key == key ? property.value : nil
      case .many(let properties, _): return properties.position(of: key).map { properties[$0].value }
      }
    }
    set {
      let key = PropertyKey(key)
      var elements = elements
      switch (elements.position(of: key), newValue) {
      case (let position?, let value?):
        elements[position] = TrackedProperty(key: elements[position].key, given: value)
      case (_?, nil): elements.removeAll { $0.key == key }
      case (nil, let value?): elements.append(TrackedProperty(key: key, given: value))
      case (nil, nil): return
      }
      self = TrackedProperties(distinct: elements)
    }
  }

  /// Adds `other`. For keys that both have, the values of `other` replace the old ones.
  mutating func merge(_ other: TrackedProperties) {
    if other.isEmpty { return }
    if isEmpty {
      self = other
      return
    }
    var keyed = KeyedProperties(capacity: count + other.count)
    forEach { keyed.append($0) }
    other.forEach { property in
      if let position = keyed.position(of: property.key) {
        // That one collection gave the key twice is still worth reporting, even though neither value is sent.
        let duplicate = keyed.elements[position].flaws.intersection(.duplicateKey)
        keyed.replace(at: position, with: property.flawed(duplicate))
      } else {
        keyed.append(property)
      }
    }
    self = keyed.properties
  }

  /// These properties after the changes that lead from `before` to `after`.
  func changed(from before: TrackedProperties, to after: TrackedProperties) -> TrackedProperties {
    if self == before { return after }
    let (old, new) = (before.elements, after.elements)
    let kept = elements.filter { old.position(of: $0.key) == nil || new.position(of: $0.key) != nil }
    let given = new.filter { property in old.position(of: property.key).map { old[$0] } != property }
    return TrackedProperties(distinct: kept).merging(TrackedProperties(distinct: given))
  }

  /// These properties and those of `other`. For keys that both have, the values of `other` win.
  public func merging(_ other: TrackedProperties) -> TrackedProperties {
    var result = self
    result.merge(other)
    return result
  }

  /// The properties of both sides. For keys that both have, the right side wins.
  public static func + (left: TrackedProperties, right: TrackedProperties) -> TrackedProperties {
    left.merging(right)
  }

  /// Adds the properties of the right side. For keys that both have, the right side wins.
  public static func += (left: inout TrackedProperties, right: TrackedProperties) {
    left.merge(right)
  }

  /// The same properties without flaws, for after these were reported.
  var cleared: TrackedProperties {
    hasFlaws ? TrackedProperties(distinct: elements.map(\.cleared)) : self
  }
}

extension RandomAccessCollection<TrackedProperty> {
  /// The position of a key.
  func position(of key: PropertyKey) -> Index? { firstIndex { $0.key == key } }
}
