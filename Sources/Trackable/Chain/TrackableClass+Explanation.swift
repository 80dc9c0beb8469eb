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
    let ambient = Ambient()
    return ActiveCalls.withFrame { frame in
      var explanation = TrackedPropertiesExplanation()
      explanation.add(trackedProperties, from: PropertySource(.callSite))
      explanation.add(event.properties, from: PropertySource(.event))
      var walk = ChainWalk(isolation: isolation, frame: frame, root: ambient.settings.rootIdentity)
      walk.walk(from: self, into: &explanation)
      ambient.finish(&explanation, unlessRoot: walk.passedRoot, isolation: isolation)
      return explanation
    }
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
    let ambient = Ambient()
    let root = ambient.settings.rootIdentity
    var (parts, _) = snapshotParts(isolation, root: root)
    ambient.passScopes(to: &parts)
    ambient.settings.passRankSeven(to: &parts, unlessRoot: parts.passedRoot, isolation: isolation)
    if !parts.passedRoot { parts.root = root }
    var asked: Set<DeferredRead.Identity> = []
    while let next = parts.nextActor {
      if let actor = next.actor {
        (parts, asked) = await parts.read(on: actor, asked: asked)
      } else {
        parts = parts.read(in: nil, asked: &asked, as: [])
      }
    }
    var explanation = TrackedPropertiesExplanation()
    explanation.add(trackedProperties, from: PropertySource(.callSite))
    explanation.add(event.properties, from: PropertySource(.event))
    parts.pass(to: &explanation)
    for failure in parts.failures where failure.isMissing { explanation.addUnread(failure.source) }
    return explanation
  }
}

extension SnapshotParts {
  fileprivate func read(
    on actor: isolated any Actor, asked: Set<DeferredRead.Identity>
  ) -> (SnapshotParts, Set<DeferredRead.Identity>) {
    var asked = asked
    return (read(in: actor, asked: &asked, as: []), asked)
  }
}
