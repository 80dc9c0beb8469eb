/// The kind of an event, with the code that some services expect for it.
///
/// The codes are PayPal's. Destinations that do not distinguish kinds of events can ignore them.
public enum AnalyticsEventType: String, Sendable, Hashable, CaseIterable {
  /// Something that the app did on its own.
  case activity = "ac"
  /// The user tapped or clicked something.
  case click = "cl"
  /// Something was shown.
  case impression = "im"
  /// The user was sent elsewhere.
  case redirect = "rd"
  /// Anything else that the user did. This is the default.
  case userAction = "ua"
}
