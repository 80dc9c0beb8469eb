import Synchronization
import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a destination promises to those who track, as cases that its author runs.
///
/// The author makes the tracker, on something that stands for the service, and records what the service got:
///
/// ```swift
/// let failures = await TrackerConformance { record in
///   Mixpanel(service: FakeService { record(.event(name: $0, properties: $1)) })
/// }.failures()
/// #expect(failures.isEmpty)   // each failure is a sentence
/// ```
///
/// It imports no test framework: a failure is a value, to be expected empty by whatever the author's tests are written
/// in. Where the destination changes events on purpose, `expecting` says what it makes of one.
public struct TrackerConformance: Sendable {
  /// What reached the service.
  public enum Arrival: Sendable {
    /// An event. A destination that sends no time of its own leaves out `timestamp`, and it is not compared.
    case event(name: String, properties: TrackedProperties, timestamp: Date? = nil)
    /// A user property.
    case userProperty(name: String, value: TrackedValue)
    /// The user became known.
    case identified(String)
    /// The user is no longer known.
    case reset
  }

  /// A promise that was not kept.
  public struct Failure: Sendable, CustomStringConvertible {
    /// The case that found it.
    public let failedCase: Case
    /// What was seen.
    public let observation: String

    /// The promise, and what was seen instead.
    public var description: String { "\(failedCase.promise) \(observation)" }
  }

  /// Takes what reached the service, on any thread.
  public typealias Record = @Sendable (Arrival) -> Void

  let makeTracker: @Sendable (@escaping Record) -> any AnalyticsEventTracker
  let expecting: @Sendable (TrackedEvent) -> TrackedEvent

  /// - Parameters:
  ///   - expecting: What the destination makes of an event: another name, further properties. The default is the event.
  ///   - makeTracker: Makes a tracker that is in no way used before, and records what its service gets with the closure
  ///     it is given. Called once a case. The closure may be called from any thread.
  public init(
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    makeTracker: @escaping @Sendable (_ record: @escaping Record) -> any AnalyticsEventTracker
  ) {
    self.makeTracker = makeTracker
    self.expecting = expecting
  }

  /// Runs every case, and answers those that failed.
  ///
  /// Without ``Case/flushWaits`` nothing can be observed, and without ``Case/everyEventArrivesOnce`` the rest fails for
  /// the same reason: if one of them fails, it is the only failure.
  public func failures() async -> [Failure] {
    var failures: [Failure] = []
    for each in Case.allCases {
      guard let observation = await observation(of: each) else { continue }
      failures.append(Failure(failedCase: each, observation: observation))
      if each == .flushWaits || each == .everyEventArrivesOnce { break }
    }
    return failures
  }
}

extension TrackerConformance {
  /// One promise.
  public enum Case: String, Sendable, Hashable, CaseIterable {
    case flushWaits, everyEventArrivesOnce, eventsKeepTheirOrder, eventsArriveAsGiven, eventsDoNotAffectEachOther
    case anyNumberOfProperties, unusualNames, nothingElseArrives, severalThreads, trackingWhileTracking

    /// The promise, as a sentence that explains it.
    public var promise: String {
      switch self {
      case .flushWaits:
        "When 'flush()' returns, what was handed over before has arrived: an app calls it before it is suspended."
      case .everyEventArrivesOnce: "Every event arrives, and arrives once: figures are made of these events."
      case .eventsKeepTheirOrder: "Events tracked one after the other arrive in that order: funnels depend on it."
      case .eventsArriveAsGiven: "An event arrives with the name, the properties and the time it was tracked with."
      case .eventsDoNotAffectEachOther:
        "An event arrives the same whatever was tracked before it: no property is left over, and none is used up."
      case .anyNumberOfProperties: "An event arrives complete whether it has no properties or three hundred."
      case .unusualNames: "Names are taken as they are, be they empty, very long, or in any script."
      case .nothingElseArrives:
        "User properties, users, resets and errors make no events, and nothing arrives twice or unasked."
      case .severalThreads: "'track' may be called from several threads at once, and no event is lost or doubled by it."
      case .trackingWhileTracking:
        "A tracker may be called again while it is called, by an event that tracks as it is read: it neither waits for "
          + "itself nor loses either event."
      }
    }
  }
}
