extension TrackableClass {
  /// Explains where each property of an event would come from if it were tracked on this object now, and which values
  /// would be overridden.
  ///
  /// ```swift
  /// print(detail.explainTracking(of: Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]))
  /// // MyApp.Keys.userLikesAlbum  true        1  call site
  /// // MyApp.Keys.previousVC      Album list  3  link of AlbumDetailVC  (over Beatle list, link of AlbumListVC (1))
  /// // MyApp.Keys.albumName       Imagine     5  AlbumListVC (1)
  /// ```
  ///
  /// This takes the same walk as ``track(_:trackedProperties:isolation:fileID:line:)``, but delivers and reports
  /// nothing. It does not read ancestors on other actors; ``TrackedPropertiesExplanation/elsewhere`` names them. Use
  /// ``completeExplanation(of:trackedProperties:isolation:)`` to include what they compute.
  ///
  /// - Parameters:
  ///   - event: The event to explain.
  ///   - trackedProperties: What would be given at the call site.
  ///   - isolation: Where the caller runs; leave it out.
  public func explainTracking(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) -> TrackedPropertiesExplanation {
    TrackedPropertiesExplanation(explained(event, trackedProperties, isolation).found)
  }

  /// The same as ``explainTracking(of:trackedProperties:isolation:)``, but complete: ancestors on other actors are read
  /// there, as they are when an event is tracked.
  ///
  /// - Parameters:
  ///   - event: The event to explain.
  ///   - trackedProperties: What would be given at the call site.
  ///   - isolation: Where the caller runs; leave it out.
  public func completeExplanation(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) async -> TrackedPropertiesExplanation {
    var (found, root) = explained(event, trackedProperties, isolation)
    while let next = found.nextActor {
      if let actor = next.actor {
        found = await found.read(on: actor, root: root)
      } else {
        found.read(in: nil, root: root)
      }
    }
    return TrackedPropertiesExplanation(found)
  }

  private func explained(
    _ event: some AnalyticsEvent, _ callSite: TrackedProperties, _ isolation: (any Actor)?
  ) -> (found: Findings, root: ObjectIdentifier?) {
    Ambient().explained(callSite, event.wholeProperties, isolation) { $0.walk(from: self) }
  }
}

extension Findings {
  fileprivate func read(on actor: isolated any Actor, root: ObjectIdentifier?) -> Findings {
    var found = self
    found.read(in: actor, root: root)
    return found
  }
}
