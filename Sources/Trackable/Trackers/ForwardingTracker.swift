/// A tracker of your own around another one: it does something with some calls, and forwards the others.
///
/// ```swift
/// struct Sampling: ForwardingTracker {
///   var base: any AnalyticsEventTracker
///   let isIncluded: Bool
///
///   func track(_ event: TrackedEvent) {
///     if isIncluded { base.track(event) }
///   }
/// }
/// ```
///
/// Every requirement has a default that forwards the call to ``base``: implement those that you want to change. A
/// structure that conforms to ``AnalyticsEventTracker`` instead has defaults that do nothing, and swallows the calls
/// that it does not implement: the user, a `purge()`, a `flush()`.
///
/// A `TrackerHub` sees through your tracker as through the combinators of the library. The hub finds the destinations
/// in ``base``, puts their queues in place of them, and asks your tracker when the call is made. The hub's ledger
/// counts the calls that your tracker forwards.
///
/// `TrackerConformance.wrapping` of the module `TrackableTesting` finds the requirements that a tracker forgets to
/// forward.
///
/// Isolation: as for ``AnalyticsEventTracker``. Cost: none of its own.
///
/// Limits: a hub does not call your `flush()`. Put a tracker that keeps calls for later around a hub, not into one.
public protocol ForwardingTracker: AnalyticsEventTracker {
  /// The tracker that gets the forwarded calls. A hub makes a copy of your tracker and puts its queues here.
  var base: any AnalyticsEventTracker { get set }

  /// Whether a copy is another tracker, so that the base of one does not change that of the other.
  static var _isStructure: Bool { get }
}

extension ForwardingTracker {
  /// The name of ``base``.
  @_disfavoredOverload public var name: String { base.name }
  /// Forwards the event.
  public func track(_ event: TrackedEvent) { base.track(event) }
  /// Forwards the user property.
  public func update(_ property: TrackedUserProperty) { base.update(property) }
  /// Forwards who the user is.
  public func identify(_ user: TrackedUser) { base.identify(user) }
  /// Forwards the reset.
  public func reset() { base.reset() }
  /// Forwards the error.
  public func report(_ error: any Error, at location: CodeLocation) { base.report(error, at: location) }
  /// Forwards the purge.
  public func purge() { base.purge() }
  /// Flushes ``base``.
  public func flush() async { await base.flush() }

  /// True.
  public static var _isStructure: Bool { true }
}

extension ForwardingTracker where Self: AnyObject {
  /// A class has one base for all that use it.
  @available(
    *, unavailable, message: "A ForwardingTracker is a struct: a hub makes copies of it, each with another base."
  )
  public static var _isStructure: Bool { false }
}
