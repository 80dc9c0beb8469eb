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
    /// The link of the object that added it; `nil` for a context.
    let link: ChainLink?
  }

  private var found: Found?

  var base: (any AnalyticsEventTracker)? { found?.base }
  var added: [any AnalyticsEventTracker] { addedWithLinks.map(\.tracker) }
  private var addedWithLinks: [Added] { found?.added ?? [] }
  var isSettled: Bool { found?.base != nil }
  /// Whether a delivery has somewhere to go without the system.
  var leadsSomewhere: Bool { found != nil }

  /// Passes the trackers that were set in one place: on a link, or on a context if there is no link.
  mutating func pass(_ trackers: TrackerReference?, of link: ChainLink? = nil) {
    guard let trackers, !isSettled else { return }
    // A tracker that was added in the same place as a base comes after that base.
    let addedHere = trackers.added.map { [Added(tracker: $0, link: link)] } ?? []
    found = Found(base: trackers.tracker, added: addedWithLinks + addedHere)
  }

  /// Removes the tracker that an object added, because the object is gone. A tracker that it set in place of others
  /// stays, as the properties of its link do.
  mutating func removeTracker(addedBy link: ChainLink) {
    guard let found, found.added.contains(where: { $0.link === link }) else { return }
    let left = found.added.filter { $0.link !== link }
    self.found = found.base == nil && left.isEmpty ? nil : Found(base: found.base, added: left)
  }

  @inline(__always)
  mutating func pass(_ route: TrackerRoute) {
    if route.leadsSomewhere { follow(route) }
  }

  private mutating func follow(_ route: TrackerRoute) {
    if !isSettled { found = Found(base: route.base, added: addedWithLinks + route.addedWithLinks) }
  }

  /// Whether any of the trackers may want an event of a type. `isIgnoredBySystem` is the answer for the tracker that
  /// receives the event if nothing settles the route.
  func leadsSomewhere(eventsOf type: ObjectIdentifier, isIgnoredBySystem: Bool) -> Bool {
    if !(base?.isKnownToIgnore(eventsOf: type) ?? isIgnoredBySystem) { return true }
    return added.contains { !$0.isKnownToIgnore(eventsOf: type) }
  }

  /// Performs a delivery on all of them. `system` receives it if nothing settled the route.
  func perform(_ delivery: Delivery, system: (any AnalyticsEventTracker)?) {
    if let tracker = base ?? system { delivery.perform(on: tracker) }
    for tracker in added.reversed() { delivery.perform(on: tracker) }
  }
}

/// The trackers that were set in one place. They are not stored in the link itself, because most links have none.
final class TrackerReference: Sendable {
  /// The tracker that replaces those above.
  let tracker: (any AnalyticsEventTracker)?
  /// The tracker that was added.
  let added: (any AnalyticsEventTracker)?

  /// Returns `nil` if there is no tracker at all.
  init?(_ tracker: (any AnalyticsEventTracker)?, adding added: (any AnalyticsEventTracker)? = nil) {
    if tracker == nil, added == nil { return nil }
    self.tracker = tracker
    self.added = added
  }

  /// The same without an allocation if there is no tracker: a failing initializer has already allocated the object.
  @inline(__always)
  static func unlessNone(
    _ tracker: (any AnalyticsEventTracker)?, adding added: (any AnalyticsEventTracker)?
  ) -> TrackerReference? {
    // Comparing copies nothing; a pattern would.
    if tracker == nil, added == nil { return nil }
    return TrackerReference(tracker, adding: added)
  }
}
