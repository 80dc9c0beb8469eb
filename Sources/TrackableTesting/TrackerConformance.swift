import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A suite of checks for the author of a destination: each check tests one rule that a destination has to keep.
///
/// Create the tracker with a stand-in for its service, and record the calls that the service gets:
///
/// ```swift
/// @Test func `Mixpanel keeps the promises of a destination`() async {
///   let conformance = TrackerConformance { record in
///     Mixpanel(
///       service: FakeService { record(.event(name: $0, properties: $1)) })
///   }
///   #expect(await conformance.failures() == [])
/// }
/// ```
///
/// Each failure is a sentence that explains the rule. Record only calls that the service can represent. For a service
/// that has no notion of a user, record nothing for `identify`: the rules about users then find no failure. If the
/// destination changes events on purpose, `expecting` returns the changed event. Cost: a few thousand events.
public struct TrackerConformance: Sendable {
  /// A call that reached the service.
  public enum Arrival: Sendable {
    /// An event. If the destination sends no time, leave out `timestamp`, so that the suite does not compare it.
    case event(name: String, properties: TrackedProperties, timestamp: Date? = nil)
    /// A user property that is set. Leave out properties that are set once or incremented.
    case userProperty(name: String, value: TrackedValue)
    /// A sign-in. If the destination sends no traits, leave them out, so that the suite does not compare them.
    case identified(String, traits: TrackedProperties? = nil)
    /// A sign-out.
    case reset
  }

  /// A broken rule, and what the check has observed.
  package typealias Failure = (rule: Rule, observation: String)

  let makeTracker: @Sendable (@escaping @Sendable (Arrival) -> Void) -> any AnalyticsEventTracker
  let expecting: @Sendable (TrackedEvent) -> TrackedEvent
  /// Creates the wrapper that the suite checks; `nil` for a destination.
  var wrap: (@Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker)?

  /// Creates a suite for a destination.
  ///
  /// - Parameters:
  ///   - expecting: Returns the event that the destination makes of an event, for example with another name or with
  ///     further properties. The default is for a destination that changes no event.
  ///   - makeTracker: Creates a new tracker for each rule. The tracker calls the given closure, from any thread, for
  ///     each call that its service gets.
  public init(
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    makeTracker: @escaping @Sendable (_ record: @escaping @Sendable (Arrival) -> Void) -> any AnalyticsEventTracker
  ) {
    self.makeTracker = makeTracker
    self.expecting = expecting
  }

  /// Checks every rule. For each broken rule, returns a text that explains the rule and says what the check has
  /// observed.
  ///
  /// A tracker whose `flush` does not wait, or which loses or doubles events, would break most rules for the same
  /// reason, so the suite reports only that rule. If a wrapper does not forward requirements, the suite reports only
  /// these requirements.
  public func failures() async -> [String] {
    await brokenRules().map { "\($0.rule.explanation) \($0.observation)" }
  }

  package func brokenRules() async -> [Failure] {
    if let wrap {
      let calls: [TrackerCall] = [
        .track(Self.event("sample")), .update(TrackedUserProperty(Member(value: "gold"))),
        .update(TrackedUserProperty(UserGroup("apple", type: "company", traits: []))),
        .update(TrackedUserProperty(Visits(value: 1, operation: .increment))),
        .update(TrackedUserProperty(Anything(name: "text", value: .null))),
        .identify(TrackedUser("john")), .reset, .report(Broken(), CodeLocation()), .purge,
      ]
      let forgotten = await ForgottenRequirements(wrap: wrap, calls: calls).observations()
      if !forgotten.isEmpty { return forgotten.map { (.everyRequirementIsForwarded, $0) } }
    }
    var failures: [Failure] = []
    for each in Rule.allCases {
      guard let observation = await observation(of: each) else { continue }
      failures.append((each, observation))
      if each == .flushWaits || each == .everyEventArrivesOnce { break }
    }
    return failures
  }
}

extension TrackerConformance {
  /// One rule for destinations.
  package enum Rule: String, Sendable, Hashable, CaseIterable {
    /// `flush()` returns when all calls have arrived.
    case flushWaits
    /// No event is lost or doubled.
    case everyEventArrivesOnce
    /// Events keep their order.
    case eventsKeepTheirOrder
    /// Name, properties and time stay unchanged.
    case eventsArriveAsGiven
    /// An event does not affect the next event.
    case eventsDoNotAffectEachOther
    /// An event may have any number of properties.
    case anyNumberOfProperties
    /// A name may be any text.
    case unusualNames
    /// Other calls send no events.
    case nothingElseArrives
    /// Changes of the user keep their place among the events.
    case userChangesKeepTheirPlace
    /// A user property keeps its value.
    case userPropertiesArriveAsGiven
    /// A user keeps their ID and traits, and no other user gets them.
    case usersArriveAsGiven
    /// After a `purge()`, the tracker sends no call that waited before.
    case purgedIsNotSent
    /// Any thread may call the tracker.
    case severalThreads
    /// Code may call the tracker during another call.
    case trackingWhileTracking
    /// A wrapper forwards every requirement. `ForgottenRequirements` checks this rule.
    case everyRequirementIsForwarded

    /// The rule as a sentence, with its reason.
    package var explanation: String {
      switch self {
      case .flushWaits:
        "When 'flush()' returns, all earlier calls have arrived: an app calls it before it is suspended."
      case .everyEventArrivesOnce: "Every event arrives, and arrives once: figures are made of these events."
      case .eventsKeepTheirOrder: "Events tracked one after the other arrive in that order: funnels depend on it."
      case .eventsArriveAsGiven: "An event arrives with the name, the properties and the time it was tracked with."
      case .eventsDoNotAffectEachOther:
        "An event arrives unchanged after any other event: no property and no time of an earlier event affects it."
      case .anyNumberOfProperties: "An event arrives complete whether it has no properties or three hundred."
      case .unusualNames: "A name arrives unchanged, even if it is empty, very long, or in another script."
      case .nothingElseArrives:
        "User properties, users, resets and errors make no events, nothing arrives twice or unasked, and no increment is sent "
          + "as the value."
      case .userChangesKeepTheirPlace:
        "'identify' and 'reset' arrive after the events and user properties that came before them, and before those that came "
          + "after them: nothing is attributed to the wrong user."
      case .userPropertiesArriveAsGiven:
        "A user property arrives with its value, of whatever type, each time that it is set, and as null when it is unset: "
          + "the service keeps the value."
      case .usersArriveAsGiven:
        "A user arrives with the ID and the traits from 'identify', and with no trait of an earlier user."
      case .purgedIsNotSent:
        "A call that waits at a 'purge()' is never sent, because the user does not want it sent. A later event is sent."
      case .severalThreads:
        "'track' and 'flush' may be called from several threads at once, and no event is lost or doubled by it."
      case .trackingWhileTracking:
        "A tracker may be called again while it is called, by an event that tracks as it is read: it neither waits for "
          + "itself nor loses either event."
      case .everyRequirementIsForwarded:
        "A tracker around another one forwards every requirement: the user, a purge or a flush is not for it alone. The "
          + "defaults of ForwardingTracker do."
      }
    }
  }
}
