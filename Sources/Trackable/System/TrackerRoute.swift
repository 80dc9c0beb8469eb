import Synchronization

/// The trackers that a delivery goes to, as found on the way up the chain.
///
/// The nearest tracker that was set *in place of* those above it settles the route. Trackers that were *added* below it
/// receive the delivery afterwards.
struct TrackerRoute: Sendable {
  /// A class, because most routes are empty, and then only `nil` is copied.
  private final class Found: Sendable {
    /// The tracker that settles the route. If it is `nil`, that is the task's or, in the end, the system's.
    let base: (any AnalyticsEventTracker)?
    /// The trackers that were added on the way, nearest first.
    let added: [Added]

    init(base: (any AnalyticsEventTracker)?, added: [Added]) {
      self.base = base
      self.added = added
    }
  }

  private struct Added: Sendable {
    let tracker: any AnalyticsEventTracker
    /// Who added it; `nil` for a context.
    let owner: ObjectIdentifier?
  }

  private var found: Found?

  var base: (any AnalyticsEventTracker)? { found?.base }
  /// The trackers that were added, nearest first. An object that was added several times, or that settles the route as
  /// well, gets everything once.
  ///
  /// - Parameter system: What settles the route if nothing on the way does.
  func added(beside system: (any AnalyticsEventTracker)? = nil) -> [any AnalyticsEventTracker] {
    guard let found else { return [] }
    var reached: Set<ObjectIdentifier> = []
    if let base = (found.base ?? system)?.identity { reached.insert(base) }
    return found.added.compactMap { added in
      added.tracker.identity.map { reached.insert($0).inserted } ?? true ? added.tracker : nil
    }
  }
  var isSettled: Bool { found?.base != nil }
  /// Whether nothing that is found elsewhere changes it: an added tracker may turn out to be gone with its owner.
  var isFinal: Bool { isSettled && found?.added.isEmpty == true }
  /// Whether a delivery has somewhere to go without the system.
  @inline(__always)
  var leadsSomewhere: Bool { found != nil }

  /// Passes the trackers of one link or one step of a context.
  ///
  /// - Parameter owner: Who set them. What an owner added goes with it: see ``remove(addedBy:)``.
  // Not inlined, because few links have any, and the walk passes them in many places. Benchmarks: depth 4.
  @inline(never)
  mutating func pass(_ trackers: TrackerReference?, of owner: ObjectIdentifier? = nil) {
    guard let trackers, !isSettled else { return }
    // A tracker that was added by the same call as a base comes after that base.
    let addedHere = trackers.added.map { [Added(tracker: $0, owner: owner)] } ?? []
    found = Found(base: trackers.tracker, added: (found?.added ?? []) + addedHere)
  }

  mutating func pass(_ route: TrackerRoute) {
    guard let further = route.found, !isSettled else { return }
    found = Found(base: further.base, added: (found?.added ?? []) + further.added)
  }

  /// The route to the system's tracker, with the same added trackers and others, which were added above those.
  func settledBySystem(adding trackers: [any AnalyticsEventTracker]) -> TrackerRoute {
    let added = (found?.added ?? []) + trackers.reversed().map { Added(tracker: $0, owner: nil) }
    var route = TrackerRoute()
    if !added.isEmpty { route.found = Found(base: nil, added: added) }
    return route
  }

  /// Removes the trackers that were added by objects that are gone. A tracker that one set in place of others stays, as
  /// the properties of its link do.
  mutating func remove(addedBy owners: [ObjectIdentifier]) {
    if owners.isEmpty { return }
    guard let found else { return }
    let left = found.added.filter { added in !owners.contains { $0 == added.owner } }
    self.found = found.base == nil && left.isEmpty ? nil : Found(base: found.base, added: left)
  }

  /// Whether any of the trackers may want an event of a type. `isIgnoredBySystem` is the answer for the tracker that
  /// receives the event if nothing settles the route.
  func leadsSomewhere(eventsOf type: ObjectIdentifier, isIgnoredBySystem: Bool) -> Bool {
    if !(base?.isKnownToIgnore(eventsOf: type) ?? isIgnoredBySystem) { return true }
    return added().contains { !$0.isKnownToIgnore(eventsOf: type) }
  }

  /// Whether any link, context or task has ever had a tracker. If none has, only the system's tracker can receive
  /// anything.
  static let wasEverSet = Atomic(false)
  /// Whether any tracker has ever asked for explanations.
  static let explanationsWereWanted = Atomic(false)
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
    TrackerRoute.wasEverSet.store(true, ordering: .relaxed)
    if tracker?.wantsExplanations == true || added?.wantsExplanations == true {
      TrackerRoute.explanationsWereWanted.store(true, ordering: .relaxed)
      // What leaves the system in which the link is made goes to that of the process.
      for core in [TrackableSystem.current, TrackableSystem.process] {
        core.linksWantExplanations.store(true, ordering: .relaxed)
      }
    }
  }

  /// What is left of them when the object is gone: an added tracker goes with it, one set in place of others stays.
  var withoutAdded: TrackerReference? { added == nil ? self : .unlessNone(tracker) }

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

extension AnalyticsEventTracker {
  /// The object that the tracker is; `nil` for a value, which has no identity.
  package var identity: ObjectIdentifier? { Self.self is AnyObject.Type ? ObjectIdentifier(self as AnyObject) : nil }
}
