import Trackable

/// What a screen says about itself.
@MainActor
public protocol ScreenContext: Screen {
  /// Which screen it is.
  var screen: Screens { get }
  /// Its properties.
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
      // The author of the next screen should notice each missing property.
      return assertionFailure("\(type(of: self)) should conform to ScreenContext")
    }
    track(context.screen)
  }
}
