/// A tracker that does nothing: for previews, for users who opted out, and as the neutral element of combining.
///
/// ```swift
/// TrackableSystem.bootstrap(NoOpTracker())   // from now on tracking costs next to nothing
/// ```
public struct NoOpTracker: AnalyticsEventTracker {
  /// A tracker that does nothing.
  public init() {}

  /// Does nothing.
  public func track(_ event: TrackedEvent) {}
}

extension NoOpTracker: SelectiveTracker {
  package var interest: EventInterest { .ofAny([]) }
}
