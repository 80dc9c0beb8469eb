import Trackable

/// The user's account, and the events of its changes.
public enum Account: Sendable {
  /// The email address. Updating it tracks `EmailChanged`.
  public struct Email: UserProperty {
    /// The address itself.
    public let value: String

    /// Creates the property from an address.
    public init(_ value: String) {
      self.value = value
    }

    /// The change as an event.
    public func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  /// The email address has changed. The event does not say to what: that is up to the user property and its rules.
  public struct EmailChanged: AnalyticsEvent {}

  /// How the user pays by default.
  public struct DefaultMethod: UserProperty {
    /// The method.
    public let value: Payment.Method

    /// Creates the property from a method.
    public init(_ value: Payment.Method) {
      self.value = value
    }
  }
}
