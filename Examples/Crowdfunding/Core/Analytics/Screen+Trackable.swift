import Trackable

/// What a screen says about itself.
@MainActor
public protocol ScreenContext: Screen {
  /// Which screen it is.
  var screen: Screens { get }
  /// What it knows.
  @TrackedPropertiesBuilder var screenProperties: TrackedProperties { get }
}

// A subclass could not override what this extension declares (the compiler would refuse it), so the base class asks.
extension Screen: @MainActor TrackableClass {
  /// The page, and what the subclass knows.
  public var trackedProperties: TrackedProperties {
    if let context = self as? any ScreenContext {
      Keys.Context.page ~>> context.screen
      context.screenProperties
    }
  }

  func trackViewed() {
    if let context = self as? any ScreenContext { track(context.screen) }
  }
}
