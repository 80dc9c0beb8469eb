extension TrackedProperties: ExpressibleByArrayLiteral {
  /// Properties as they are written: `[Keys.a ~>> 1, Keys.b ~>> 2]`.
  public init(arrayLiteral properties: TrackedProperty...) {
    switch properties.count {
    case 0: self.init()
    case 1: self.init(properties[0])
    default: self.init(properties)
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
