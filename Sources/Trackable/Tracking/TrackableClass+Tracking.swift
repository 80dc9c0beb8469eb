extension TrackableClass {
  // Inlined up to the check whether any tracker wants the event: a call that does nothing then builds nothing.
  // Benchmarks: quiet.
  /// Tracks an event with the properties of this object and all its ancestors, as they are at this moment.
  ///
  /// ```swift
  /// track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// ```
  ///
  /// If a key is given several values, the first of these wins: the `trackedProperties` of this call,
  /// the event's own properties, this object's link, this object's computed properties, then the link and the computed
  /// properties of each ancestor (nearest first), the task's scopes, the system's root, and
  /// ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has one, or else to the task's, or else to the system's. If
  /// no tracker wants events of this type (because the system was bootstrapped with a ``NoOpTracker``, or prohibits the
  /// type), nothing is evaluated.
  ///
  /// Isolation: call it where the object may be used. It never blocks. Ancestors that were linked on another actor are
  /// read there, and then the event goes out, at most ``TrackableSystem/readTimeout`` later; no other event waits for
  /// it. See <doc:Isolation>.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1. Not evaluated if no tracker wants the event.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
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
  ///   - event: What happened.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1. Not evaluated if no tracker wants the event.
  @inlinable public func track(
    _ event: some AnalyticsEvent,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    track(event, trackedProperties: trackedProperties(), isolation: isolation, fileID: fileID, line: line)
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// updateUserProperty(Email(value: "john@apple.records"))
  /// ```
  ///
  /// The user property goes at once to the trackers that an event would go to, as far as the system knows them at this
  /// moment. It does not know a tracker above a parent that is computed on another actor.
  ///
  /// - Parameters:
  ///   - property: The property and its value.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func updateUserProperty(
    _ property: some UserProperty,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    Ambient.update(property, from: .object(self), isolation, at: CodeLocation(fileID: fileID, line: line))
  }
}
