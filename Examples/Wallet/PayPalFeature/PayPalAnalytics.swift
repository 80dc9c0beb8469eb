import Trackable
import WalletCore

/// What PayPal gets, and in which words.
public enum PayPalAnalytics: Sendable {
  /// The tracker for PayPal.
  ///
  /// What is written last is passed first: an event comes in at the bottom and reaches the client at the top. So the
  /// exception for one type stands above the style, and has the last word.
  public static func tracker(client: PayPalClient = PayPalClient()) -> some AnalyticsEventTracker {
    PayPalDestination(client: client)
      .adding(["src": "wallet"])
      .renaming(PaymentEvent.self, name(of:))
      .renaming(events: .droppingPrefix("WalletCore.").then(.snakeCase))
      .renaming(keys: Keys.self, name(of:))
      .map(withoutRecipient)
      .prohibiting(Receipt.Shared.self)
      .prohibiting(userProperties: Account.Email.self)
      .named("PayPal")
  }

  private static func withoutRecipient(_ event: TrackedEvent) -> TrackedEvent {
    var event = event
    event.properties[Keys.recipient] = nil
    return event
  }
}
