#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackingContext {
  /// Tracks an event with everything this context says.
  ///
  /// ```swift
  /// context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
  /// ```
  ///
  /// The law of precedence is that of objects: call site, event, the context (nearest first), the task's scopes, the
  /// defaults. The event goes to the tracker that was given last with ``with(tracker:)``, or to the task's, or to the
  /// system's. Isolation: from anywhere.
  public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let system = TrackableSystem.current
    let tracker = tracker
    guard system.delivers(to: tracker) else { return }
    system.track(
      event, callSite: trackedProperties(), timestamp: Date(), chainTracker: tracker,
      location: SourceLocation(fileID: fileID, line: line)
    ) {
      add(to: &$0)
      return []
    }
  }

  /// Updates a user property, then tracks the events that are bound to it.
  public func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.current.update(
      property, chainTracker: tracker, location: SourceLocation(fileID: fileID, line: line))
    for event in property.updateEvents() {
      track(event, fileID: fileID, line: line)
    }
  }

  /// Who would give each property of an event tracked here now, and whom it would override.
  public func explain(
    _ event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties()
  ) -> TrackedPropertiesExplanation {
    var explanation = TrackedPropertiesExplanation()
    _ = TrackableSystem.current.walk(event, callSite: trackedProperties, into: &explanation) {
      add(to: &$0)
      return []
    }
    return explanation
  }
}

extension TrackableObject {
  /// The chain of this object as a value, here and now: to hand to a struct, an actor, a background job.
  ///
  /// ```swift
  /// let context = checkout.trackingContext()
  /// Task.detached { context.track(Events.Upload.finished) }   // carries what the screen said when it was asked
  /// ```
  ///
  /// Isolation: where the object may be used. Ancestors that were linked inside another actor are not read: only what
  /// was set on their links is in the context.
  public func trackingContext(isolation: isolated (any Actor)? = #isolation) -> TrackingContext {
    let path = ChainTable.shared.path(from: self, isolation: isolation)
    var merge = PropertyMerge()
    _ = path.add(from: self, isolation: isolation, to: &merge)
    let context = TrackingContext().appending(merge.result)
    return path.tracker.map { context.with(tracker: $0) } ?? context
  }

  /// Links this object to a context in place of a parent object: what the context says counts as the parent's.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties of every event tracked on this object or below, rank 3.
  ///   - context: The context this object hangs from.
  ///   - tracker: A tracker for the events of this object and everything below it.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func setupTrackableChain(
    trackedProperties: TrackedProperties = TrackedProperties(),
    parent context: TrackingContext,
    tracker: (any AnalyticsEventTracker)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let properties = trackedProperties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    _ = ChainTable.shared.link(
      self, properties: properties, tracker: tracker.map(TrackerReference.init), context: context)
  }

  /// Who would give each property of an event tracked on this object now, and whom it would override.
  ///
  /// ```swift
  /// print(detail.explain(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]))
  /// // MyApp.Keys.userLikesAlbum  true        1  call site
  /// // MyApp.Keys.previousVC      Album list  3  link of AlbumDetailVC  (over Beatle list, link of AlbumListVC (1))
  /// // MyApp.Keys.albumName       Imagine     5  AlbumListVC (1)
  /// ```
  ///
  /// It walks as ``track(_:trackedProperties:isolation:fileID:line:)`` does, and reports and delivers nothing.
  public func explain(
    _ event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation
  ) -> TrackedPropertiesExplanation {
    let path = ChainTable.shared.path(from: self, isolation: isolation)
    var explanation = TrackedPropertiesExplanation()
    _ = TrackableSystem.current.walk(event, callSite: trackedProperties, into: &explanation) {
      path.add(from: self, isolation: isolation, to: &$0)
    }
    return explanation
  }
}
