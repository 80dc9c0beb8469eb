/// A protocol for your own tracker around another tracker. Your tracker handles some calls itself, and forwards the
/// others.
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
/// Every method has a default that forwards the call to ``base``, so implement only the methods that you want to
/// change. The mistake to avoid: a structure that conforms to ``AnalyticsEventTracker`` instead. The defaults of that
/// protocol do nothing, so the structure swallows every call that it does not implement, such as `identify(_:)`,
/// `purge()` or `flush()`.
///
/// A `TrackerHub` sees through your tracker as through the library's combinators. The hub finds the destinations in
/// ``base``, replaces them with their queues, and calls your tracker on the thread that tracks. The hub's ledger counts
/// the calls that your tracker forwards.
///
/// `TrackerConformance.wrapping` of the module `TrackableTesting` finds methods that a tracker does not forward.
///
/// Isolation: the same as for ``AnalyticsEventTracker``. Cost: one additional method call for each call.
///
/// Limits: a hub does not call your `flush()`. If your tracker keeps calls for later, put it around a hub, and not into
/// a hub.
public protocol ForwardingTracker: AnalyticsEventTracker {
  /// The tracker that gets the forwarded calls. A hub copies your tracker, and sets this property to its queues.
  var base: any AnalyticsEventTracker { get set }

  /// Whether a copy of the tracker can have another ``base`` than the original.
  static var _isStructure: Bool { get }
}

extension ForwardingTracker {
  /// The name of ``base``.
  @_disfavoredOverload public var name: String { base.name }
  /// Forwards the event.
  public func track(_ event: TrackedEvent) { base.track(event) }
  /// Forwards the user property.
  public func update(_ property: TrackedUserProperty) { base.update(property) }
  /// Forwards the sign-in.
  public func identify(_ user: TrackedUser) { base.identify(user) }
  /// Forwards the reset.
  public func reset() { base.reset() }
  /// Forwards the error.
  public func report(_ error: any Error, at location: CodeLocation) { base.report(error, at: location) }
  /// Forwards the purge.
  public func purge() { base.purge() }
  /// Flushes ``base``.
  public func flush() async { await base.flush() }

  /// True for a structure, whose copies are independent.
  public static var _isStructure: Bool { true }
}

extension ForwardingTracker where Self: AnyObject {
  /// Unavailable, because all users of an instance of a class would share one base.
  @available(
    *, unavailable, message: "A ForwardingTracker is a struct: a hub makes copies of it, each with another base."
  )
  public static var _isStructure: Bool { false }
}
