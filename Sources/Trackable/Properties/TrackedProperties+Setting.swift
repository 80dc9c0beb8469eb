// Setting, adding and removing single properties.

extension TrackedProperties {
  /// Sets the value for a key: `properties[Keys.year] = album.year`. Setting `nil` removes the property.
  @_disfavoredOverload public subscript<Value: TrackedValueConvertible>(key: some Trackable.Key) -> Value? {
    @available(*, unavailable, message: "Read it as a TrackedValue: 'if case .int(let year)? = properties[Keys.year]'.")
    get { nil }
    set {
      let property = TrackedProperty(PropertyKey(key), sending: newValue)
      if property.isOmitted { self[key] = nil } else { put(property, keepsKey: !property.key.hasTraits) }
    }
  }

  /// Adds a property, or replaces the value of its key. A property made from `nil` changes nothing.
  public static func += (properties: inout TrackedProperties, property: TrackedProperty) {
    properties.append(property)
  }

  /// Adds a property, or replaces the value of its key. A property made from `nil` changes nothing.
  public mutating func append(_ property: TrackedProperty) { merge(TrackedProperties(property)) }
}
