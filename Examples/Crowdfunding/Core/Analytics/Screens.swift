import Trackable

/// A screen was shown. One type for all of them, so that a destination can tell them from other events.
public enum Screens: String, ScreenEvent {
  case discovery, project, rewards, checkout, thanks, settings

  /// The short name, for destinations that have a call of their own for screens.
  public var screenName: String { rawValue }
}
