// The methods of a set and, because of the conformance, also those that `SetAlgebra` derives, such as `subtract`. They
// do not compile, because a set keeps a value that it already has, and `+=` replaces it, so the author of the app has
// to decide which of the two is right.
/// Unavailable: the compiler's message says what to write instead.
@available(*, unavailable, message: "Write 'list += new' (new wins), 'new + list' (list wins), or 'list[key] = nil'.")
extension TrackedProperties: SetAlgebra {
  /// Not available.
  public func union(_ other: Self) -> Self { fatalError() }
  /// Not available.
  public func intersection(_ other: Self) -> Self { fatalError() }
  /// Not available.
  public func symmetricDifference(_ other: Self) -> Self { fatalError() }
  /// Not available.
  @discardableResult
  public mutating func insert(_ new: Element) -> (inserted: Bool, memberAfterInsert: Element) { fatalError() }
  /// Not available.
  @discardableResult public mutating func update(with new: Element) -> Element? { fatalError() }
  /// Not available.
  @discardableResult public mutating func remove(_ old: Element) -> Element? { fatalError() }
  /// Not available.
  public mutating func removeAll() { fatalError() }
  /// Not available.
  public mutating func formUnion(_ other: Self) { fatalError() }
  /// Not available.
  public mutating func formIntersection(_ other: Self) { fatalError() }
  /// Not available.
  public mutating func formSymmetricDifference(_ other: Self) { fatalError() }
}

extension TrackedProperties {
  /// Whether the list has a property with the same key.
  @available(*, deprecated, message: "It compares keys, as it did: write 'properties[Keys.one] != nil'.")
  public func contains(_ property: TrackedProperty) -> Bool { self[property.key] != nil }

  /// Adds the properties of another list. For a key that both lists have, the value of the other list replaces the
  /// value here.
  @available(*, deprecated, message: "Write 'properties += other'.")
  public mutating func updateValuesFrom(_ properties: TrackedProperties) { self += properties }

  /// The properties as objects, by the keys that the earlier closure gets.
  @available(*, deprecated, message: "Write 'dictionary', which has the keys that the tracker's style spells.")
  public var dictionaryRepresentation: [String: AnyObject] { Trackable.spelling.flat(self) }
}
