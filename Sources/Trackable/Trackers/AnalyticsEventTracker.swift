/// A receiver of events: an analytics service, a log, or other trackers.
///
/// Implement `track(_:)`. All other methods have a default that does nothing.
///
/// ```swift
/// struct Ads: AnalyticsEventTracker {
///   func track(_ event: TrackedEvent) {
///     SDK.track(event.name, event.properties.dictionary)
///   }
/// }
/// ```
///
/// A generic `func track(_ event: some AnalyticsEvent)` satisfies the requirement as well, and also receives
/// ``TrackedEvent`` values.
///
/// Combinators are methods that return a changed tracker. An event passes the last combinator in the code first:
///
/// ```swift
/// let payPal: some AnalyticsEventTracker = PayPal()   // fourth: gets what is left, under its own names
///   .renaming(.snakeCase)                             // third
///   .prohibiting(eventTypes: [ReceiptShared.self])     // second
///   .addingDefaults(["app" ~>> "wallet"])             // first
/// ```
///
/// To keep a composed tracker in a stored property, declare its type as `some AnalyticsEventTracker` or
/// `any AnalyticsEventTracker`.
///
/// Isolation: any thread. The main thread often calls a method, and several threads may do so at the same time. So
/// return quickly: move slow work to a queue of your own, or put the tracker behind a `TrackerHub` of the module
/// `TrackableHub`.
///
/// <doc:WritingADestination> shows the calls of a vendor, and <doc:CombiningTrackers> the combinators.
public protocol AnalyticsEventTracker: Sendable {
  /// The tracker's name in logs. The default is the name of its type. To change it, use ``named(_:)``.
  var name: String { get }
  /// Receives an event.
  func track(_ event: TrackedEvent)
  /// Receives a change of a user property.
  func update(_ property: TrackedUserProperty)
  /// Receives a sign-in.
  func identify(_ user: TrackedUser)
  /// Receives a sign-out. From now on, the app's user is unknown.
  func reset()
  /// Receives an error that the app reports.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - location: The location in the code that has reported the error.
  func report(_ error: any Error, at location: CodeLocation)
  /// Drops the calls that the tracker has taken and not sent, because the user does not want these calls sent.
  ///
  /// A tracker that keeps no calls need not implement this method.
  func purge()
  /// Sends all earlier calls, and returns when they have been sent.
  func flush() async
}

extension AnalyticsEventTracker {
  /// The simple name of the type.
  @_disfavoredOverload public var name: String { String(describing: Self.self) }
  /// Does nothing.
  public func update(_ property: TrackedUserProperty) {}
  /// Does nothing.
  public func identify(_ user: TrackedUser) {}
  /// Does nothing.
  public func reset() {}
  /// Does nothing.
  public func report(_ error: any Error, at location: CodeLocation) {}
  /// Does nothing.
  public func purge() {}
  /// Does nothing.
  public func flush() async {}
}
