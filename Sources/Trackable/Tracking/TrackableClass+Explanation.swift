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
  /// nothing. It does not read ancestors on other actors; the text names them. In a test, the events of a recording
  /// name the source of each property, including those of such ancestors.
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
    Ambient().explained(trackedProperties, event, from: .object(self), isolation)
  }
}
