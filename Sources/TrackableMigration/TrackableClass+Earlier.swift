extension TrackableClass {
  /// Sets properties and parent of this object.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below.
  ///   - parent: The object whose properties this object's events should carry; `nil` removes the parent.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @available(*, deprecated, renamed: "setupTrackableChain(trackedProperties:parent:)")
  public func setupTrackableChain(
    _ trackedProperties: TrackedProperties, parent: (any TrackableClass & Sendable)?,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    setupTrackableChain(
      trackedProperties: trackedProperties, parent: parent, isolation: isolation, fileID: fileID, line: line)
  }

  /// Sets properties of this object, and removes its parent.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @available(
    *, deprecated,
    message:
      "Write 'setupTrackableChain(trackedProperties: […])', which keeps the parent; 'parent: nil' removes it, as before."
  )
  public func setupTrackableChain(
    _ trackedProperties: TrackedProperties,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    setupTrackableChain(
      trackedProperties: trackedProperties, parent: nil as (any TrackableClass & Sendable)?, isolation: isolation,
      fileID: fileID, line: line)
  }
}

// Two words cannot be had. The compiler says what to write.

extension TrackableClass {
  /// Not available: see the message.
  @available(
    *, unavailable,
    message: "Each class declares 'var trackedProperties: TrackedProperties', with an empty body if it knows none."
  )
  public var trackedProperties: TrackedProperties { fatalError() }
}

/// Not available: see the message.
@available(*, unavailable, message: "Write 'TrackedProperties' in place of 'Set<TrackedProperty>'.")
extension TrackedProperty: Hashable {
  /// Not available.
  public func hash(into hasher: inout Hasher) { fatalError() }
}

extension TrackedProperties {
  /// Adds properties; for keys that both have, the new values win.
  @available(*, deprecated, message: "Write 'properties += other'.")
  public mutating func updateValuesFrom(_ properties: TrackedProperties) { self += properties }

  /// The properties as objects, by their names.
  @available(*, deprecated, renamed: "dictionary")
  public var dictionaryRepresentation: [String: AnyObject] { dictionary.mapValues { $0 as AnyObject } }
}

extension Key {
  /// The name.
  @available(*, deprecated, renamed: "name")
  public var description: String { name }

  /// The name of a key inside this one.
  @available(*, deprecated, message: "Nest the value: 'Keys.album ~>> [Keys.Details.year ~>> 1971]'.")
  public func composeKeyWith(_ key: some Key) -> String {
    let composition: NamingStyle.Composition = Trackable.smartKeyComposingEnabled ? .withoutOverlap : .whole
    return PropertyKey(key).identifier.inside(PropertyKey(self).identifier, by: composition).text
  }
}
