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
    guard let context = self as? any ScreenContext else {
      // Nothing that is missing should go unnoticed, at least not by whoever writes the next screen.
      return assertionFailure("\(type(of: self)) should conform to ScreenContext")
    }
    track(context.screen)
  }
}
