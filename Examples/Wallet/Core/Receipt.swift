import Trackable

/// What users do with the receipt of a payment.
public enum Receipt: Sendable {
  /// The user shared the receipt.
  public struct Shared: AnalyticsEvent {
    /// It is the press of a button.
    public let eventType = AnalyticsEventType.click

    /// Creates the event.
    public init() {}
  }
}
