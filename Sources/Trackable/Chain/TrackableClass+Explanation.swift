extension TrackableObject {
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
  /// nothing. It does not ask ancestors on other actors; ``TrackedPropertiesExplanation/elsewhere`` names them. Use
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
    ActiveCalls.withFrame { frame in
      var explanation = TrackedPropertiesExplanation()
      _ = Surroundings().walk(event.properties, callSite: trackedProperties, into: &explanation) {
        walk(into: &$0, isolation, frame)
      }
      return explanation
    }
  }

  /// The same as ``explainTracking(of:trackedProperties:isolation:)``, but complete: ancestors on other actors are asked there,
  /// as they are when an event is tracked.
  public func completeExplanation(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) async -> TrackedPropertiesExplanation {
    let parts = ActiveCalls.withFrame { frame in
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
