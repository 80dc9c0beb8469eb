import Trackable

/// What happens to screens in general. An event's entity is the name of the type around it: here `Screen`.
public enum Screen: Sendable {
  /// A screen appeared. The screen itself says which one.
  public struct Shown: AnalyticsEvent {
    /// It is an impression.
    public let eventType = AnalyticsEventType.impression

    /// Creates the event.
    public init() {}
  }
}
