/// A tracker that does nothing. Use it for previews, and for users who have opted out. A combination with this tracker
/// equals the combination without it.
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
