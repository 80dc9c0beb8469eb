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
    walkAndSubmit(event, trackedProperties, self, isolation) { CodeLocation(fileID: fileID, line: line) }
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// updateUserProperty(Email(value: "john@apple.records"))
  /// ```
  ///
  /// It goes at once to the trackers that an event would go to, as far as they are known at this moment. A tracker above a
  /// parent that is computed on another actor is not.
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
    let (ambient, location) = (Ambient(), CodeLocation(fileID: fileID, line: line))
    _ = ambient.nested(property.name, { location }) {
      ambient.submit(property, trackersOnTheWay(isolation).route, at: location)
      for event in property.updateEvents() {
        track(event, isolation: isolation, fileID: fileID, line: line)
      }
    }
  }
}

// Generic only so that the event is put into an existential here and not by each caller. Benchmarks: depth 4.
/// What `track` does, once for all types.
@usableFromInline
func walkAndSubmit<Event: AnalyticsEvent>(
  _ event: Event, _ callSite: () -> TrackedProperties, _ object: any TrackableClass,
  _ isolation: (any Actor)?, _ location: () -> CodeLocation
) {
  let ambient = Ambient()
  if ambient.isIgnoredBySystem(event) {
    // Where the system's tracker does nothing, the chain's trackers decide whether anything is computed.
    guard TrackerRoute.wasEverSet.isSet else { return }
    let found = object.trackersOnTheWay(isolation)
    // Where an ancestor has to be read on another actor, there may be trackers above it.
    guard !found.isComplete || ambient.delivers(event, to: found.route) else { return }
  }
  ambient.track(event, callSite, isolation, location) { $0.walk(from: object) }
}

extension TrackableClass {
  /// Walks for the trackers only.
  func trackersOnTheWay(_ isolation: (any Actor)?) -> Findings {
    // A computed parent may itself track.
    Nesting.deeper {
      var walk = ChainWalk(Findings(), isolation: isolation, for: .trackers, root: nil)
      walk.walk(from: self)
      return walk.finish()
    } ?? Findings()
  }
}
