/// The types of events that a tracker may want. The system evaluates no properties for events of other types. It reads
/// the interest once, when the app sets the tracker.
package struct EventInterest: Sendable {
  package typealias Rule = @Sendable (_ type: ObjectIdentifier) -> Bool

  /// Whether the tracker wants every type.
  package private(set) var isAll = false
  /// Whether the tracker wants events of a type now.
  let wants: Rule
  /// Whether the tracker wants events of a type now or later.
  let mayWant: Rule
}

extension EventInterest {
  @inline(never) package init(of tracker: any AnalyticsEventTracker) {
    self = (tracker as? any SelectiveTracker)?.interest ?? .all
  }

  /// Interest in every type, for a tracker that decides about each event itself.
  package static let all = EventInterest(isAll: true, wants: { _ in true }, mayWant: { _ in true })

  /// The types of events that at least one of several trackers wants.
  static func ofAny(_ trackers: [any AnalyticsEventTracker]) -> EventInterest {
    let interests = trackers.map { EventInterest(of: $0) }
    if interests.contains(where: \.isAll) { return .all }
    return EventInterest(
      wants: { type in interests.contains { $0.wants(type) } },
      mayWant: { type in interests.contains { $0.mayWant(type) } })
  }

  /// The same interest without some types.
  func except(_ isExcluded: @escaping Rule) -> EventInterest {
    EventInterest(wants: { !isExcluded($0) && wants($0) }, mayWant: { !isExcluded($0) && mayWant($0) })
  }

  /// The same interest. While the function returns true, the tracker wants no type.
  func unless(_ isDenied: @escaping @Sendable () -> Bool) -> EventInterest {
    EventInterest(wants: { wants($0) && !isDenied() }, mayWant: mayWant)
  }
}

/// A tracker that says which events it, or the trackers inside it, want.
package protocol SelectiveTracker: AnalyticsEventTracker {
  var interest: EventInterest { get }
}
