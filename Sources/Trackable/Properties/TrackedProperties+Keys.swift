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
    get { value(for: PropertyKey(key)) }
    set { set(PropertyKey(key), newValue) }
  }

  /// The value for a key.
  @inline(never)
  func value(for key: PropertyKey) -> TrackedValue? {
    switch storage {
    case .none: nil
    case .one(let property): property.key == key ? property.value : nil
    case .many(let properties, _): properties.position(of: key).map { properties[$0].value }
    }
  }

  private mutating func set(_ key: PropertyKey, _ value: TrackedValue?) {
    var elements = elements
    let position = elements.position(of: key)
    if let value {
      let property = TrackedProperty(key: position.map { elements[$0].key } ?? key, given: value)
      if let position { elements[position] = property } else { elements.append(property) }
    } else if let position {
      elements.remove(at: position)
    }
    self = TrackedProperties(distinct: elements)
  }

  /// Adds `other`. For keys that both have, the values of `other` replace the old ones.
  mutating func merge(_ other: TrackedProperties) {
    if other.isEmpty { return }
    if isEmpty { return self = other }
    var keyed = KeyedProperties(capacity: count + Swift.max(other.count, KeyedProperties.usualCount))
    keyed.appendMissing(of: self)
    for property in other.elements { keyed.set(property, isReplacement: true) }
    self = keyed.take()
  }

  /// These properties after the changes that lead from `before` to `after`.
  func changed(from before: TrackedProperties, to after: TrackedProperties) -> TrackedProperties {
    if self == before { return after }
    let kept = elements.filter { before.value(for: $0.key) == nil || after.value(for: $0.key) != nil }
    let given = after.elements.filter { before.value(for: $0.key) != $0.value }
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
  @inline(never)
  var cleared: TrackedProperties {
    hasFlaws ? TrackedProperties(distinct: elements.map(\.cleared)) : self
  }
}
