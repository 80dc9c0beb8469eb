/// An event that says that the app has shown a screen. A destination whose service has a call for screens can recognize
/// such an event.
///
/// ```swift
/// enum Screens: String, ScreenEvent { case discovery, project, checkout }   // "MyApp.Screens.project"
///
/// project.track(Screens.project)
/// ```
///
/// A destination reads ``TrackedEvent/screenName``:
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
/// In every other respect, a screen event is like any other event: the event carries the properties of its context, and
/// combinators that select events by type apply to it.
///
/// <doc:UIKit> says when to track a screen in UIKit.
public protocol ScreenEvent: AnalyticsEvent {
  /// The screen's name. The default is the event's ``AnalyticsEvent/name``.
  var screenName: String { get }
}

extension ScreenEvent {
  /// The event's name.
  public var screenName: String { name }
  /// An impression.
  @_disfavoredOverload public var eventType: AnalyticsEventType { .impression }
}
