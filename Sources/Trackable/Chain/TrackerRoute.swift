/// The trackers that a call goes to, as found on the way up the chain.
///
/// The nearest tracker that was set *in place of* those above it settles the route. Trackers that were *added* below it
/// receive the call afterwards.
struct TrackerRoute: Sendable {
  /// A class, because most routes are empty, and then only `nil` is copied.
  private final class Found: Sendable {
    /// The tracker that settles the route. If it is `nil`, that is the task's or, in the end, the system's.
    let base: (any AnalyticsEventTracker)?
    /// The trackers that were added on the way, nearest first.
    let added: [any AnalyticsEventTracker]

    init(base: (any AnalyticsEventTracker)?, added: [any AnalyticsEventTracker]) {
      self.base = base
      self.added = added
    }
  }

  private var found: Found?

  var base: (any AnalyticsEventTracker)? { found?.base }
  var isSettled: Bool { found?.base != nil }
  /// Whether a call has somewhere to go without the system.
  @inline(__always)
  var leadsSomewhere: Bool { found != nil }

  /// The trackers that were added, the nearest last. An object that was added several times, or that settles the route as
  /// well, gets everything once.
  ///
  /// - Parameter system: What settles the route if nothing on the way does.
  func added(beside system: (any AnalyticsEventTracker)?) -> [any AnalyticsEventTracker] {
    guard let found else { return [] }
    var reached: Set<ObjectIdentifier> = []
    if let base = (found.base ?? system)?.identity { reached.insert(base) }
    return found.added.filter { $0.identity.map { reached.insert($0).inserted } ?? true }.reversed()
  }

  /// Passes the trackers of one link or one step of a context.
  // Not inlined, because few links have any, and the walk passes them in many places. Benchmarks: depth 4.
  @inline(never)
  mutating func pass(_ trackers: TrackerReference?) {
    guard let trackers, !isSettled else { return }
    // A tracker that was added by the same call as a base comes after that base.
    found = Found(base: trackers.tracker, added: (found?.added ?? []) + (trackers.added.map { [$0] } ?? []))
  }

  @inline(never)
  mutating func pass(_ route: TrackerRoute) {
    guard let further = route.found, !isSettled else { return }
    found = Found(base: further.base, added: (found?.added ?? []) + further.added)
  }

  /// Whether any of the trackers may want an event of a type. `isIgnoredBySystem` is the answer for the tracker that
  /// receives the event if nothing settles the route.
  func leadsSomewhere(eventsOf type: ObjectIdentifier, isIgnoredBySystem: Bool) -> Bool {
    if base.map({ EventInterest(of: $0).answer(for: type) == .wanted }) ?? !isIgnoredBySystem { return true }
    return added(beside: nil).contains { EventInterest(of: $0).answer(for: type) == .wanted }
  }

  /// Whether any link, context or task has ever had a tracker. If none has, only the system's tracker can receive
  /// anything.
  static let wasEverSet = AtomicFlag()
}

/// The trackers of a link or of a step of a context. They are not stored in these directly, because most have none.
final class TrackerReference: Sendable {
  /// The tracker that replaces those above.
  let tracker: (any AnalyticsEventTracker)?
  /// The tracker that was added.
  let added: (any AnalyticsEventTracker)?

  private init(_ tracker: (any AnalyticsEventTracker)?, added: (any AnalyticsEventTracker)?) {
    self.tracker = tracker
    self.added = added
    TrackerRoute.wasEverSet.set()
  }

  /// The trackers, or `nil` if there are none.
  @inline(__always)
  static func unlessNone(
    _ tracker: (any AnalyticsEventTracker)?, added: (any AnalyticsEventTracker)? = nil
  ) -> TrackerReference? {
    // Comparing copies nothing; a pattern would.
    if tracker == nil, added == nil { return nil }
    return TrackerReference(tracker, added: added)
  }
}
