/// Where events go: an analytics service, a log, or other trackers.
///
/// One method is required; everything else has a default that does nothing.
///
/// ```swift
/// struct Mixpanel: AnalyticsEventTracker {
///   func track(_ event: TrackedEvent) {
///     SDK.track(event.name, event.properties.dictionary)
///   }
/// }
/// ```
///
/// A generic `func track(_ event: some AnalyticsEvent)` satisfies the requirement too; it still receives
/// ``TrackedEvent`` values.
///
/// Bigger trackers are made from smaller ones. An event passes the combinators from the last one written to the first:
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
/// Isolation: every method may be called from any thread, often the main one, and from several threads at once. Return
/// quickly: put slow work on a queue of your own, or put the tracker behind a `TrackerHub` of the module
/// `TrackableHub`.
///
/// A vendor's calls, one by one: <doc:WritingADestination>. Combinators: <doc:CombiningTrackers>.
public protocol AnalyticsEventTracker: Sendable {
  /// The tracker's name in logs. The default is the name of its type; ``named(_:)`` gives it another.
  var name: String { get }
  /// An event happened.
  func track(_ event: TrackedEvent)
  /// Something is now known about the user.
  func update(_ property: TrackedUserProperty)
  /// The user is now this one.
  func identify(_ user: TrackedUser)
  /// No user is known from now on, for example after logging out.
  func reset()
  /// An error is worth recording. `location` is where it was reported.
  ///
  /// - Parameters:
  ///   - error: What went wrong.
  ///   - location: Where it happened.
  func report(_ error: any Error, at location: CodeLocation)
  /// The tracker must not send calls that it has taken and not sent yet, because the user does not want it.
  ///
  /// A tracker that keeps nothing has nothing to do.
  func purge()
  /// Sends everything that was handed over before, and returns when that is done.
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
