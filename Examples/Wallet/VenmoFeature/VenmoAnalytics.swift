import Trackable
import WalletCore

/// Which events Venmo gets, and how they are named.
public enum VenmoAnalytics: Sendable {
  /// How Venmo spells names, before `objectAndAction`.
  package static let naming = NamingStyle.keepingLast(1).followed(by: .titleCase)

  /// The tracker for Venmo.
  ///
  /// An event passes these from the last to the first: the filter still sees the wallet's own keys, and
  /// `objectAndAction` gets a name that is already titled.
  public static func tracker(client: VenmoClient = VenmoClient()) -> some AnalyticsEventTracker {
    VenmoDestination(client: client)
      .map(objectAndAction)
      .renaming(naming)
      .filter { $0.eventType != .impression && $0.properties[Keys.isPrivate] != true }
      .named("Venmo")
  }

  /// `Sent` becomes `Payment: Sent`.
  private static func objectAndAction(_ event: TrackedEvent) -> TrackedEvent {
    var event = event
    event.name = EventIdentifier(object: event.entity, action: event.name).formatted
    return event
  }
}
