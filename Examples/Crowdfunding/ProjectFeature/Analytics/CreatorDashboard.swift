import CrowdfundingCore
import Trackable

/// Tells the creator of a project what visitors do there.
public struct CreatorDashboard: AnalyticsEventTracker {
  /// The module's own tracker. It asks the same consent as those of the app.
  public static func tracker(_ consent: Consent) -> some AnalyticsEventTracker {
    CreatorDashboard()
      .allowing(eventTypes: [Events.Project.self, Events.Reward.self])
      .renaming(events: .keepingLast(2).followed(by: .titleCase))
      .requiringConsent(.analytics, from: consent)
  }

  /// Tells.
  public func track(_ event: TrackedEvent) {
    if let project = event.properties[Keys.Project.pid] { print(" > Creator of \(project): \(event.name)") }
  }
}
