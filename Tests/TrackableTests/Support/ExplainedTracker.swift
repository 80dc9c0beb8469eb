import Trackable

/// A closure that wants explanations.
struct ExplainedTracker: AnalyticsEventTracker {
  let wantsExplanations = true
  let handler: @Sendable (TrackedEvent) -> Void

  init(_ handler: @escaping @Sendable (TrackedEvent) -> Void) { self.handler = handler }

  func track(_ event: TrackedEvent) { handler(event) }
}
