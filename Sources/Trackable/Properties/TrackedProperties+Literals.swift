extension TrackedProperties: ExpressibleByArrayLiteral {
  /// Properties as they are written: `[Keys.a ~>> 1, Keys.b ~>> 2]`.
  public init(arrayLiteral properties: TrackedProperty...) {
    switch properties.count {
    case 0: self.init()
    case 1: self.init(properties[0])
    // The array is taken as it is where that is possible, which nearly always it is.
    case _ where properties.haveEvidentlyDistinctKeys: self.init(unique: properties)
    default: self.init(properties)
    }
  }
}

extension [TrackedProperty] {
  /// Whether a glance tells that every property says something and no two share a key. `false` means nothing.
  fileprivate var haveEvidentlyDistinctKeys: Bool {
    var filter: UInt64 = 0
    for property in self {
      let bit = property.key.entry.filterBit
      if property.saysNothing || filter & bit != 0 { return false }
      filter |= bit
    }
    return true
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
