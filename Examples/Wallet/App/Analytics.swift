import PayPalFeature
import Trackable
import VenmoFeature

/// Where events go. Only the app knows that there are two destinations.
enum Analytics {
  private static let payPal: some AnalyticsEventTracker = PayPalAnalytics.tracker()
  private static let venmo: some AnalyticsEventTracker = VenmoAnalytics.tracker()

  /// Both destinations, preceded by a log line that shows the event as the app tracked it.
  static let everywhere: some AnalyticsEventTracker = payPal.combined(with: venmo).named("Wallet").logged(.info)

  /// For flows that do not concern PayPal.
  static let venmoOnly: some AnalyticsEventTracker = venmo.logged(.info)

  /// Call it once per process, before the first screen appears. There is no `naming:`, because each destination chooses
  /// its own names.
  static func bootstrap() {
    TrackableSystem.bootstrap(everywhere)
  }
}
