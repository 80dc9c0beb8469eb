import Trackable

/// What is known of the user, and what happens when it changes.
public enum Account: Sendable {
  /// The address. Updating it tracks `EmailChanged`.
  public struct Email: UserProperty {
    /// The address itself.
    public let value: String

    /// An address.
    public init(_ value: String) {
      self.value = value
    }

    /// The change as an event.
    public func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  /// There is a new address. The event does not say which: that is up to the user property and the rules for it.
  public struct EmailChanged: AnalyticsEvent {}

  /// How the user pays unless told otherwise.
  public struct DefaultMethod: UserProperty {
    /// The method.
    public let value: Payment.Method

    /// A method.
    public init(_ value: Payment.Method) {
      self.value = value
    }
  }
}
