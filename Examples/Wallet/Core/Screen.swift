import Trackable

/// What happens to screens in general. An event's category is the name of the type around it: here `Screen`.
public enum Screen: Sendable {
  /// A screen appeared. Which one, the screen itself says.
  public struct Shown: AnalyticsEvent {
    /// An impression.
    public let eventType = AnalyticsEventType.impression

    /// The event.
    public init() {}
  }
}
