import CrowdfundingCore
import Trackable

/// Learns which cards are tapped. It stands in front of all renamings, so it finds keys by their own names.
public struct Ranking: AnalyticsEventTracker {
  /// The module's own tracker. It asks the same consent as those of the app.
  public static func tracker(_ consent: Consent) -> some AnalyticsEventTracker {
    Ranking().allowing(eventTypes: [Events.Card.self]).requiringConsent(.analytics, from: consent)
  }

  /// Learns.
  public func track(_ event: TrackedEvent) {
    guard let project = event.properties[Keys.Project.pid], let row = event.properties[Keys.Card.row] else { return }
    print(
      " > Ranking:    project \(project) \(event.base as? Events.Card == .tapped ? "tapped" : "seen") in row \(row)")
  }
}
