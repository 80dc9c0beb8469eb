extension TrackableClass {
  /// Sets the properties and the parent of this object.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below.
  ///   - parent: The object whose properties this object's events carry. If it is `nil` or left out, the call removes
  ///     the parent.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @available(*, deprecated, message: "Label 'trackedProperties:'. Without 'parent:' the parent stays; nil removes it.")
  public func setupTrackableChain(
    _ trackedProperties: TrackedProperties, parent: (any TrackableClass & Sendable)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    setupTrackableChain(
      trackedProperties: trackedProperties, parent: parent, isolation: isolation, fileID: fileID, line: line)
  }
}

// The module cannot offer these earlier forms. The compiler's error says what to write instead.

extension TrackableClass {
  /// Not available: see the message.
  @available(*, unavailable, message: "Each class declares its own: 'var trackedProperties: TrackedProperties {}'.")
  public var trackedProperties: TrackedProperties { fatalError() }
}

/// Not available: see the message.
@available(*, unavailable, message: "Write 'TrackedProperties' in place of 'Set<TrackedProperty>'.")
extension TrackedProperty: Hashable {
  /// Not available.
  public func hash(into hasher: inout Hasher) { fatalError() }
}

extension TrackedProperty {
  /// Whether both have the same key.
  @available(*, deprecated, message: "It compares the keys, as it did: write 'left.key == right.key'.")
  public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool { left.key == right.key }
  /// Whether both have different keys.
  @available(*, deprecated, message: "It compares the keys, as it did: write 'left.key != right.key'.")
  public static func != (left: TrackedProperty, right: TrackedProperty) -> Bool { left.key != right.key }
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
