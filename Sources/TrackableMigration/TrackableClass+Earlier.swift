extension TrackableClass {
  /// Sets the properties and the parent of this object.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below.
  ///   - parent: The object whose properties this object's events carry. If it is `nil` or left out, the call removes
  ///     the parent.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  @available(*, deprecated, message: "Label 'trackedProperties:'. Without 'parent:' the parent stays; nil removes it.")
  public func setupTrackableChain(
    _ trackedProperties: TrackedProperties, parent: (any TrackableClass & Sendable)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    setupTrackableChain(
      trackedProperties: trackedProperties, parent: parent, isolation: isolation, fileID: fileID, line: line)
  }

  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Each class declares its own: 'var trackedProperties: TrackedProperties {}'.")
  public var trackedProperties: TrackedProperties { fatalError() }
}
