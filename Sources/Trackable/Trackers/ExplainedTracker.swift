/// A tracker that needs the source of each property. If it is the system's tracker, events keep these sources.
package protocol ExplainedTracker: AnalyticsEventTracker {}

extension AnalyticsEventTracker {
  /// Whether this tracker is an ``ExplainedTracker``, or has an ``ExplainedTracker`` inside.
  var wantsExplanations: Bool {
    self is any ExplainedTracker || inside.contains { $0.wantsExplanations }
  }
}
