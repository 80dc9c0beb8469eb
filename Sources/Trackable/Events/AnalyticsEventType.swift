/// The kind of an event, with the code some services want for it.
///
/// The codes are PayPal's; a destination that does not know kinds of events does not look at them.
public enum AnalyticsEventType: String, Sendable, Hashable, CaseIterable {
  /// Something the app did by itself.
  case activity = "ac"
  /// A press on something.
  case click = "cl"
  /// Something was shown.
  case impression = "im"
  /// The user was sent elsewhere.
  case redirect = "rd"
  /// Anything a user did: the default.
  case userAction = "ua"
}
