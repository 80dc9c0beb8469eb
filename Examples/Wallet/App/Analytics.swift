import PayPalFeature
import Trackable
import VenmoFeature

/// Where events go. The app alone knows that there are two destinations.
enum Analytics {
  private static let payPal: some AnalyticsEventTracker = PayPalAnalytics.tracker()
  private static let venmo: some AnalyticsEventTracker = VenmoAnalytics.tracker()

  /// Both, and before them a line in the log that shows what the app itself said.
  static let everywhere: some AnalyticsEventTracker = payPal.combined(with: venmo).named("Wallet").logged(.info)

  /// For flows that are none of PayPal's business.
  static let venmoOnly: some AnalyticsEventTracker = venmo.logged(.info)

  /// Once a process, before the first screen appears. Without `naming:`, since each destination spells for itself.
  static func bootstrap() {
    TrackableSystem.bootstrap(everywhere)
  }
}
