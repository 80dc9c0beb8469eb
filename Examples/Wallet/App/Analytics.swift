import PayPalFeature
import Trackable
import TrackableInspector
import VenmoFeature

/// Where events go. Only the app knows that there are two destinations.
enum Analytics {
  private static let payPal: some AnalyticsEventTracker = PayPalAnalytics.tracker()
  private static let venmo: some AnalyticsEventTracker = VenmoAnalytics.tracker()

  /// Both destinations, preceded by a log line that shows the event as the app tracked it.
  private static let everywhere: some AnalyticsEventTracker = payPal.combined(with: venmo).named("Wallet").logged(.info)

  /// For flows that do not concern PayPal.
  @MainActor static var venmoOnly: some AnalyticsEventTracker { inspected(venmo.logged(.info)) }

  /// What follows all events, if a report was asked for.
  @MainActor private static var inspector: Inspector?

  /// Call it once per process, before the first screen appears. There is no `naming:`, because each destination chooses
  /// its own names.
  @MainActor static func bootstrap(inspector: Inspector? = nil) {
    self.inspector = inspector
    TrackableSystem.bootstrap(inspected(everywhere))
    inspector?.recordIssues()
  }

  @MainActor private static func inspected(_ tracker: some AnalyticsEventTracker) -> CombinedTracker {
    inspector.map { CombinedTracker(tracker.inspected(by: $0)) } ?? CombinedTracker(tracker)
  }
}
