/// An event that says a screen was shown, so that a destination with a call of its own for screens recognizes it.
///
/// ```swift
/// enum Screens: String, ScreenEvent { case discovery, project, checkout }   // "MyApp.Screens.project"
///
/// project.track(Screens.project)
/// ```
///
/// A destination asks for ``TrackedEvent/screenName``:
///
/// ```swift
/// func track(_ event: TrackedEvent) {
///   if let screen = event.screenName {
///     SDK.screen(screen, event.properties.dictionary)
///   } else {
///     SDK.track(event.name, event.properties.dictionary)
///   }
/// }
/// ```
///
/// Everything else treats it as any other event: it has the properties of its context, and rules by type apply.
///
/// When to track a screen in UIKit: <doc:UIKit>.
public protocol ScreenEvent: AnalyticsEvent {
  /// The screen's name, if it is to differ from the event's ``AnalyticsEvent/name``, which is the default.
  var screenName: String { get }
}

extension ScreenEvent {
  /// The event's name.
  public var screenName: String { name }
  /// An impression.
  @_disfavoredOverload public var eventType: AnalyticsEventType { .impression }
}

extension TrackedEvent {
  /// The name of the screen that was shown, if ``base`` is a ``ScreenEvent``; otherwise `nil`.
  ///
  /// The screen's name is ``name``, as trackers on the way spell that name. An event that declares a
  /// ``ScreenEvent/screenName`` of its own keeps that name, and no tracker changes the name.
  public var screenName: String? {
    guard let screen = base as? any ScreenEvent else { return nil }
    let declared = screen.screenName
    return declared == screen.name ? name : declared
  }
}
