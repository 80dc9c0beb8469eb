extension TrackedProperties: ExpressibleByArrayLiteral {
  /// Properties as they are written: `[Keys.a ~>> 1, Keys.b ~>> 2]`.
  // Inlined, so that the array of one property is never made. Benchmarks: depth 4.
  @inlinable @inline(__always)
  public init(arrayLiteral properties: TrackedProperty...) {
    switch properties.count {
    case 0: self.init()
    case 1: self.init(properties[0])
    default: self.init(list: properties)
    }
  }

  @usableFromInline
  init(list properties: consuming [TrackedProperty]) {
    // The array is taken as it is where that is possible, which nearly always it is.
    if properties.areDistinct { self.init(unique: properties) } else { self.init(properties) }
  }
}

extension [TrackedProperty] {
  /// Whether every property says something and no two share a key. `false` for a long list may mean nothing.
  fileprivate var areDistinct: Bool {
    withUnsafeBufferPointer { properties in
      var filter: UInt64 = 0
      for position in properties.indices {
        let key = properties[position].key
        if properties[position].saysNothing { return false }
        // Of six keys two share a bit in one process of five: hence a second look, while the list is short.
        if filter & key.filterBit != 0 {
          if position > 24 { return false }
          for earlier in 0..<position where properties[earlier].key.denotesSame(as: key) { return false }
        }
        filter |= key.filterBit
      }
      return true
    }
  }
}

extension TrackedProperties: ExpressibleByDictionaryLiteral {
  /// Properties written as a dictionary: `["plan": "premium", Keys.year: 1971]`, in the order written.
  public init(dictionaryLiteral elements: (any Trackable.Key, (any TrackedValueConvertible)?)...) {
    self.init(
      elements.map { key, value in
        TrackedProperty(
          key: key.propertyKey, saying: value?.trackedValue, flaws: value?.trackedValueFlaws ?? [])
      })
  }
}
