import Trackable
import WalletCore

/// What Venmo gets, and in which words.
public enum VenmoAnalytics: Sendable {
  /// The tracker for Venmo.
  ///
  /// What is written last is passed first: the filter still sees the wallet's own keys, and the last name is made of
  /// one that is titled already.
  public static func tracker(client: VenmoClient = VenmoClient()) -> some AnalyticsEventTracker {
    VenmoDestination(client: client)
      .map(objectAndAction)
      .renaming(.lastComponents(1).then(.titled))
      .filter { $0.properties[Keys.isPrivate] != true }
      .prohibiting(eventTypes: .impression)
      .named("Venmo")
  }

  /// `Sent` becomes `Payment: Sent`.
  private static func objectAndAction(_ event: TrackedEvent) -> TrackedEvent {
    var event = event
    event.name = EventIdentifier(object: event.entity, action: event.name).formatted
    return event
  }
}
