extension TrackableClass {
  /// Explains the properties that an event would carry if it were tracked on this object now, with their sources and
  /// the values that they override.
  ///
  /// ```swift
  /// let explanation = detail.explainTracking(
  ///   of: Events.User.didRateAlbum,
  ///   trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// print(explanation)
  /// // MyApp.Keys.userLikesAlbum  true         1  call site
  /// // MyApp.Keys.previousVC      Album list   3  link of AlbumDetailVC
  /// //   over                     Beatle list  5  link of AlbumListVC (1)
  /// // MyApp.Keys.albumName       Imagine      5  AlbumListVC (1)
  /// ```
  ///
  /// The method walks the chain as ``track(_:trackedProperties:isolation:fileID:line:)`` does, but delivers and reports
  /// nothing. It does not read ancestors on other actors; the explanation names those ancestors. In a test, the events
  /// of a recording have the source of every property, including the properties of such ancestors.
  ///
  /// - Parameters:
  ///   - event: The event to explain.
  ///   - trackedProperties: The properties of the call.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  public func explainTracking(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) -> TrackedPropertiesExplanation {
    Ambient().explained(trackedProperties, event, from: .object(self), isolation)
  }
}
