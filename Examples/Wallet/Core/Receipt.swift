import Trackable

/// What users do with the receipt of a payment.
public enum Receipt: Sendable {
  /// The user showed the receipt to somebody.
  public struct Shared: AnalyticsEvent {
    /// A press on a button.
    public let eventType = AnalyticsEventType.click

    /// The event.
    public init() {}
  }
}
