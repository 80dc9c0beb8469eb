/// What a combinator makes of one call.
package enum TransformedCall: Sendable {
  case none
  case one(TrackerCall)
  case several([TrackerCall])
}

/// Every combinator: a tracker, and a function from a call to the calls that it becomes.
///
/// The function is asked once, when the call is made. So a requirement that is added to ``AnalyticsEventTracker`` is added
/// to ``TrackerCall``, and then no combinator can swallow it. `RequirementsTests` list the requirements and send each
/// through every combinator.
package struct TransformingTracker: ForwardingTracker {
  /// What can be said of events without asking the function.
  package enum Interest: Sendable {
    /// The function only changes them: the tracker inside decides.
    case ofBase
    /// The function may look at any of them.
    case inAll
    /// Events of these types do not pass; the others do as in `ofBase`, or `inAll` where the function looks at them.
    case except(@Sendable (ObjectIdentifier) -> Bool, looksAtOthers: Bool)
  }

  package var base: any AnalyticsEventTracker
  /// The name that it gives to the tracker inside; `nil` if it gives none.
  package let givenName: String?
  private let interest: Interest
  /// `nil` if it changes nothing.
  private let transform: (@Sendable (TrackerCall) -> TransformedCall)?

  package init(
    _ base: any AnalyticsEventTracker, name: String? = nil, interest: Interest = .inAll,
    _ transform: (@Sendable (TrackerCall) -> TransformedCall)? = nil
  ) {
    self.base = base
    givenName = name
    self.interest = interest
    self.transform = transform
  }

  package var name: String { givenName ?? base.name }
  package func track(_ event: TrackedEvent) { pass(.track(event)) }
  package func update(_ property: TrackedUserProperty) { pass(.update(property)) }
  package func identify(_ user: TrackedUser) { pass(.identify(user)) }
  package func reset() { pass(.reset) }
  package func report(_ error: any Error, at location: CodeLocation) { pass(.report(error, location)) }
  package func purge() { pass(.purge) }
  package func flush() async { await base.flush() }

  /// Whether it makes anything of calls but themselves.
  package var transforms: Bool { transform != nil }

  /// What a call becomes.
  package func calls(for call: TrackerCall) -> TransformedCall { transform?(call) ?? .one(call) }

  private func pass(_ call: TrackerCall) {
    switch calls(for: call) {
    case .none: break
    case .one(let call): call.perform(on: base)
    case .several(let calls): for call in calls { call.perform(on: base) }
    }
  }

  /// What it wants in front of a tracker.
  package func interest(inFrontOf rest: EventInterest) -> EventInterest {
    switch interest {
    case .ofBase: rest
    case .inAll: .all
    case .except(let isExcluded, let looksAtOthers): .except(isExcluded, rest: looksAtOthers ? .all : rest)
    }
  }
}

extension AnalyticsEventTracker {
  /// The members of a combination, of which a tracker that does nothing is an empty one; `nil` if it is none.
  package var parts: [any AnalyticsEventTracker]? {
    if let combined = self as? CombinedTracker { return combined.members }
    return self is NoOpTracker ? [] : nil
  }

  /// The object that the tracker is; `nil` for a value, which has no identity.
  package var identity: ObjectIdentifier? { Self.self is AnyObject.Type ? ObjectIdentifier(self as AnyObject) : nil }
}
