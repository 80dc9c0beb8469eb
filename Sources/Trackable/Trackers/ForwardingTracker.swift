/// A tracker around another one, which you write: it does something with some calls, and forwards the others.
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
/// structure that conforms to ``AnalyticsEventTracker`` instead has defaults that do nothing, and swallows what it does
/// not implement: the user, a `purge()`, a `flush()`.
///
/// A `TrackerHub` sees through it as through the combinators of the library. It finds the destinations in ``base``,
/// puts their queues in place of them, and asks your tracker when the call is made. The hub's ledger counts what your
/// tracker forwards.
///
/// `TrackerConformance.wrapping` of the module `TrackableTesting` finds the requirements that a tracker forgets to
/// forward.
///
/// Isolation: as for ``AnalyticsEventTracker``. Cost: none of its own.
///
/// Limits: a hub does not call your `flush()`. A tracker that keeps calls for later stands around a hub, not in one.
public protocol ForwardingTracker: AnalyticsEventTracker {
  /// Where calls go on. A hub makes a copy of your tracker and puts its queues here.
  var base: any AnalyticsEventTracker { get set }

  /// Whether a copy is another tracker, so that the base of one does not change that of the other.
  static var _isStructure: Bool { get }
}

extension ForwardingTracker {
  /// The name of ``base``.
  public var name: String { base.name }
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

/// Which types of events a tracker may want, so that nothing is evaluated for those that it does not. It is found once,
/// when the tracker is set.
package indirect enum EventInterest: Sendable {
  /// Any: the tracker has to be called to know.
  case all
  /// None.
  case none
  /// Not these types; of the others, the rest decides.
  case except(@Sendable (ObjectIdentifier) -> Bool, rest: EventInterest)
  /// None while the function returns true; otherwise the rest decides.
  case unless(@Sendable () -> Bool, rest: EventInterest)
  /// What any of these wants.
  case any([EventInterest])

  package init(of tracker: any AnalyticsEventTracker) {
    if let parts = tracker.parts {
      let interests = parts.map { EventInterest(of: $0) }
      self = .ofAny(interests)
    } else if let transforming = tracker as? TransformingTracker {
      self = transforming.interest(EventInterest(of: transforming.base))
    } else if let selective = tracker as? any SelectiveTracker {
      self = selective.interest
    } else if let gate = tracker as? any DecidingTracker {
      self = .unless({ gate.isDenied }, rest: EventInterest(of: gate.base))
    } else {
      self = .all
    }
  }

  package static func ofAny(_ interests: [EventInterest]) -> EventInterest {
    interests.isEmpty ? .none : interests.contains(where: \.isAll) ? .all : .any(interests)
  }

  var isAll: Bool { if case .all = self { true } else { false } }

  /// Whether a tracker wants events of a type.
  enum Answer {
    case wanted
    case ignored
    /// They are ignored now, and may be wanted later.
    case ignoredNow
  }

  func answer(for type: ObjectIdentifier) -> Answer {
    switch self {
    case .all: return .wanted
    case .none: return .ignored
    case .except(let isExcluded, let rest): return isExcluded(type) ? .ignored : rest.answer(for: type)
    case .unless(let isDenied, let rest):
      let answer = rest.answer(for: type)
      return answer == .wanted && isDenied() ? .ignoredNow : answer
    case .any(let interests):
      var answer = Answer.ignored
      for interest in interests {
        switch interest.answer(for: type) {
        case .wanted: return .wanted
        case .ignoredNow: answer = .ignoredNow
        case .ignored: break
        }
      }
      return answer
    }
  }
}

/// A tracker that passes calls only while a decision allows it: a consent gate.
package protocol DecidingTracker: ForwardingTracker {
  /// Whether nothing passes at this moment.
  var isDenied: Bool { get }
  /// Calls `action` when the tracker is not handing over calls that waited.
  func whenDrained(_ action: @escaping @Sendable () -> Void)
}

/// A tracker that knows which events the trackers inside it want: a hub.
package protocol SelectiveTracker: AnalyticsEventTracker {
  var interest: EventInterest { get }
}
