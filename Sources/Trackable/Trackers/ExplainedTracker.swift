/// A tracker with events that keep the source of each property, if it is the system's tracker.
package protocol ExplainedTracker: AnalyticsEventTracker {}

extension AnalyticsEventTracker {
  /// Whether this tracker is an ``ExplainedTracker``, or has an ``ExplainedTracker`` inside.
  var wantsExplanations: Bool {
    self is any ExplainedTracker || inside.contains { $0.wantsExplanations }
  }
}
