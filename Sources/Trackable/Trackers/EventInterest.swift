/// The types of events that a tracker may want, so that nothing is evaluated for other types. The interest is found
/// once, when the tracker is set.
package struct EventInterest: Sendable {
  package typealias Rule = @Sendable (_ type: ObjectIdentifier) -> Bool

  /// Whether every type is wanted.
  package private(set) var isAll = false
  /// Whether events of a type are wanted now.
  let wants: Rule
  /// Whether they are wanted, now or later.
  let mayWant: Rule
}

extension EventInterest {
  @inline(never) package init(of tracker: any AnalyticsEventTracker) {
    self = (tracker as? any SelectiveTracker)?.interest ?? .all
  }

  /// Any: the tracker has to be called to know.
  package static let all = EventInterest(isAll: true, wants: { _ in true }, mayWant: { _ in true })

  /// What any of these trackers wants.
  static func ofAny(_ trackers: [any AnalyticsEventTracker]) -> EventInterest {
    let interests = trackers.map { EventInterest(of: $0) }
    if interests.contains(where: \.isAll) { return .all }
    return EventInterest(
      wants: { type in interests.contains { $0.wants(type) } },
      mayWant: { type in interests.contains { $0.mayWant(type) } })
  }

  /// The same without some types.
  func except(_ isExcluded: @escaping Rule) -> EventInterest {
    EventInterest(wants: { !isExcluded($0) && wants($0) }, mayWant: { !isExcluded($0) && mayWant($0) })
  }

  /// Nothing while the function returns true.
  func unless(_ isDenied: @escaping @Sendable () -> Bool) -> EventInterest {
    EventInterest(wants: { wants($0) && !isDenied() }, mayWant: mayWant)
  }
}

/// A tracker that wants events to keep the source of each property, where it is the system's tracker.
package protocol ExplainedTracker: AnalyticsEventTracker {}

/// A tracker that delivers later, and keeps an account of it, which an inspector shows.
package protocol AccountedTracker: AnalyticsEventTracker, AnyObject {
  /// The account as text.
  var account: String { get }
}

extension AnalyticsEventTracker {
  /// Whether this tracker is an ``ExplainedTracker``, or has an ``ExplainedTracker`` inside.
  var wantsExplanations: Bool {
    self is any ExplainedTracker || inside.contains { $0.wantsExplanations }
  }
}

/// A tracker that knows which events it wants, or those inside it.
package protocol SelectiveTracker: AnalyticsEventTracker {
  var interest: EventInterest { get }
}
