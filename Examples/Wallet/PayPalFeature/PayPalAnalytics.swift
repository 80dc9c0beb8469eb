import Trackable
import WalletCore

/// Which events PayPal gets, and how they are named.
public enum PayPalAnalytics: Sendable {
  /// The tracker for PayPal.
  ///
  /// An event passes these from the last to the first: it comes in at the bottom, and reaches the client at the top. So
  /// the exception for one type is above the general style, and has the last word.
  public static func tracker(client: PayPalClient = PayPalClient()) -> some AnalyticsEventTracker {
    PayPalDestination(client: client)
      .addingDefaults(["src": "wallet"])
      .renaming(PaymentEvent.self, name(of:))
      .renaming(events: .droppingPrefix("WalletCore.").followed(by: .snakeCase))
      .renaming(keys: Keys.self, name(of:))
      .map(withoutRecipient)
      .prohibiting(eventTypes: [Receipt.Shared.self])
      .prohibiting(userProperties: [Account.Email.self])
      .named("PayPal")
  }

  private static func withoutRecipient(_ event: TrackedEvent) -> TrackedEvent {
    var event = event
    event.properties[Keys.recipient] = nil
    return event
  }
}
