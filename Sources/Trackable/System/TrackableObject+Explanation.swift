extension TrackableObject {
  /// Who would give each property of an event tracked on this object now, and whom it would override.
  ///
  /// ```swift
  /// print(detail.explain(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]))
  /// // MyApp.Keys.userLikesAlbum  true        1  call site
  /// // MyApp.Keys.previousVC      Album list  3  link of AlbumDetailVC  (over Beatle list, link of AlbumListVC (1))
  /// // MyApp.Keys.albumName       Imagine     5  AlbumListVC (1)
  /// ```
  ///
  /// It walks as ``track(_:trackedProperties:isolation:fileID:line:)`` does, and reports and delivers nothing. What
  /// ancestors on other actors compute is not in it, but in ``TrackedPropertiesExplanation/elsewhere`` they are named;
  /// ``completeExplanation(of:trackedProperties:isolation:)`` asks them.
  public func explain(
    _ event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) -> TrackedPropertiesExplanation {
    RunningCode.withFrame { frame in
      var explanation = TrackedPropertiesExplanation()
      _ = Surroundings().walk(event.properties, callSite: trackedProperties, into: &explanation) {
        walk(into: &$0, isolation, frame)
      }
      return explanation
    }
  }

  /// The same as ``explain(_:trackedProperties:isolation:)``, with what ancestors on other actors compute: each is
  /// asked on its own, as it is for an event.
  public func completeExplanation(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) async -> TrackedPropertiesExplanation {
    let parts = RunningCode.withFrame { frame in
      var parts = ChainParts()
      _ = Surroundings().walk(event.properties, callSite: trackedProperties, into: &parts) {
        walk(into: &$0, isolation, frame)
      }
      return parts
    }
    return await parts.explanation()
  }
}

extension ChainParts {
  fileprivate func explanation() async -> TrackedPropertiesExplanation {
    var reading = ElsewhereReading(parts: self, route: TrackerRoute(), troubles: [])
    await reading.finish()
    var explanation = TrackedPropertiesExplanation()
    reading.parts.add(to: &explanation)
    return explanation
  }
}

extension TrackedPropertiesExplanation: ChainSink {
  mutating func add(elsewhere part: PartElsewhere) { addElsewhere(part.source) }
}
