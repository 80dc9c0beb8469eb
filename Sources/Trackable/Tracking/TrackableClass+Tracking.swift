extension TrackableClass {
  // The method is inlined up to the check whether any tracker wants the event, so that a call without such a tracker
  // allocates nothing. The benchmarks `quiet` show the difference.
  /// Tracks an event with the current properties of this object and all its ancestors.
  ///
  /// ```swift
  /// track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// ```
  ///
  /// If several sources give a value for a key, the first of these sources wins: the `trackedProperties` of this call,
  /// the event's own properties, this object's link, this object's computed properties, the link and the computed
  /// properties of each ancestor (nearest first), the task's scopes, the system's root, and
  /// ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has a tracker. If no link has one, the event goes to the
  /// task's tracker and, without such a tracker, to the system's tracker. If no tracker wants events of this type,
  /// because the app bootstrapped with a ``NoOpTracker`` or prohibits the type, the system evaluates no properties.
  ///
  /// Isolation: call this method on the object's actor. The method never blocks its thread. The system reads an
  /// ancestor of another actor on that actor, and sends the event after that, at most ``TrackableSystem/readTimeout``
  /// later. No other event waits for this event. See <doc:Isolation>.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>. The
  ///     library does not evaluate the properties if no tracker wants the event.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  @inlinable public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if isIgnoredEverywhere(ObjectIdentifier(type(of: event))) { return }
    Ambient.track(event, trackedProperties, from: .object(self), isolation, fileID, line)
  }

  /// Tracks an event, with properties as a list of statements: `track(Events.User.didRateAlbum) { Keys.stars ~>> 5 }`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>. The
  ///     library does not evaluate the properties if no tracker wants the event.
  @inlinable public func track(
    _ event: some AnalyticsEvent,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    track(event, trackedProperties: trackedProperties(), isolation: isolation, fileID: fileID, line: line)
  }

  /// Updates a user property, and then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// updateUserProperty(Email(value: "john@apple.records"))
  /// ```
  ///
  /// The user property goes immediately to the trackers that an event of this object would reach. Limits: a tracker
  /// above a parent that is computed on another actor does not get the user property.
  ///
  /// - Parameters:
  ///   - property: The property and its value.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func updateUserProperty(
    _ property: some UserProperty,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    Ambient.update(property, from: .object(self), isolation, at: CodeLocation(fileID: fileID, line: line))
  }
}
