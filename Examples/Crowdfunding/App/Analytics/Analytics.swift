import CheckoutFeature
import CrowdfundingCore
import DiscoveryFeature
import ProjectFeature
import Trackable
import TrackableInspector

/// Where events go, how names are spelt there, and what each destination needs the user's consent for.
enum Analytics {
  /// What the user has decided. A real app stores `consent.statuses`, and begins with them at the next start.
  static let consent = Consent()

  // The features' own trackers, made once: a gate that is made anew for each screen would forget its held calls.
  static let ranking: some AnalyticsEventTracker = Ranking.tracker(consent)
  static let creatorDashboard: some AnalyticsEventTracker = CreatorDashboard.tracker(consent)
  static let paymentPartner: some AnalyticsEventTracker = registered(PaymentPartner.tracker(consent))

  private static var insights: some AnalyticsEventTracker {
    Insights()
      .renaming(events: .titleCase, keys: .snakeCase)
      .prohibiting(events: [Events.Discovery.sorted])
      .requiringConsent(.analytics, from: consent)
  }

  private static var warehouse: some AnalyticsEventTracker {
    Warehouse()
      .renaming(events: .snakeCase, keys: .keepingLast(2))
      .allowing(eventTypes: [Screens.self, Events.Pledge.self])
      .requiringConsent(.analytics, from: consent)
  }

  private static var adNetwork: some AnalyticsEventTracker {
    AdNetwork()
      .requiringConsent(.advertising, from: consent)
  }

  // The path that all names share is dropped for all destinations; each spells the rest in its own way.
  static let eventNaming = NamingStyle.droppingModule.followed(by: .droppingPrefix("Events."))
  static let keyNaming = NamingStyle.droppingModule.followed(by: .droppingPrefix("Keys."))

  /// Call it once per process. The log shows all events, also those without consent.
  static func bootstrap(root: Session, inspector: Inspector?) {
    let services: some AnalyticsEventTracker = insights.combined(with: warehouse).combined(with: adNetwork)
    let tracker: some AnalyticsEventTracker = services.named("App").logged(.info)
      .renaming(events: eventNaming, keys: keyNaming)
    TrackableSystem.bootstrap(
      inspector.map { CombinedTracker(tracker.inspected(by: $0)) } ?? CombinedTracker(tracker), root: root)
    inspector?.recordIssues()
  }

  /// A link sends a tracker events. To know the user as well, it registers, and first learns who that is now.
  private static func registered<Tracker: AnalyticsEventTracker>(_ tracker: Tracker) -> Tracker {
    TrackableSystem.register(tracker)
    return tracker
  }
}
