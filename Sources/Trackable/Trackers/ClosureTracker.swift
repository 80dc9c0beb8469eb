/// A tracker made from a closure.
///
/// ```swift
/// let tracker = ClosureTracker { event in
///   SDK.track(event.name, event.properties.dictionary)
/// }
/// ```
public struct ClosureTracker: AnalyticsEventTracker {
  private let handler: @Sendable (TrackedEvent) -> Void

  /// Creates a tracker that calls `handler` for every event, on the thread that delivers the event.
  public init(_ handler: @escaping @Sendable (TrackedEvent) -> Void) {
    self.handler = handler
  }

  /// Calls the closure.
  public func track(_ event: TrackedEvent) {
    handler(event)
  }
}
