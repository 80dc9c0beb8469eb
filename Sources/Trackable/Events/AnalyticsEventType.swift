/// The kind of an event, with the code that some services expect for it.
///
/// The raw values are the codes that PayPal's service uses. A destination whose service has no kinds of events can
/// ignore them.
public enum AnalyticsEventType: String, Sendable, Hashable, CaseIterable {
  /// The app acted on its own.
  case activity = "ac"
  /// The user tapped or clicked.
  case click = "cl"
  /// The app showed content.
  case impression = "im"
  /// The app sent the user to another app or page.
  case redirect = "rd"
  /// Any other action of the user. This is the default.
  case userAction = "ua"
}
