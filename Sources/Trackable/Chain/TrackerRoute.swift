/// Which trackers a delivery goes to, as the chain tells it from the nearest link upwards.
///
/// The nearest tracker that stands *in place of* what is above it settles the route. Trackers that are *added* on the
/// way there receive the delivery after what they were added to.
struct TrackerRoute: Sendable {
  /// Most events meet no tracker on their way: then there is nothing to copy.
  private final class Found: Sendable {
    /// The tracker that settles the route. `nil`: whatever comes after the chain, in the end the system's.
    let base: (any AnalyticsEventTracker)?
    /// Added on the way, nearest first.
    let added: [any AnalyticsEventTracker]

    init(base: (any AnalyticsEventTracker)?, added: [any AnalyticsEventTracker]) {
      self.base = base
      self.added = added
    }
  }

  private var found: Found?

  var base: (any AnalyticsEventTracker)? { found?.base }
  var added: [any AnalyticsEventTracker] { found?.added ?? [] }
  var isSettled: Bool { found?.base != nil }
  /// Whether a delivery has somewhere to go without the system.
  var leadsSomewhere: Bool { found != nil }

  mutating func pass(_ trackers: TrackerReference?) {
    guard let trackers, !isSettled else { return }
    // What was added in the same place as a base is added to that base.
    found = Found(base: trackers.tracker, added: added + (trackers.added.map { [$0] } ?? []))
  }

  @inline(__always)
  mutating func pass(_ route: TrackerRoute) {
    if route.leadsSomewhere { follow(route) }
  }

  private mutating func follow(_ route: TrackerRoute) {
    if !isSettled { found = Found(base: route.base, added: added + route.added) }
  }

  /// Whether any of the trackers may want an event of a type; `isIgnoredBySystem` tells so of whatever receives it where
  /// nothing settled the route.
  func leadsSomewhere(eventsOf type: ObjectIdentifier, isIgnoredBySystem: Bool) -> Bool {
    if !(base?.isKnownToIgnore(eventsOf: type) ?? isIgnoredBySystem) { return true }
    return added.contains { !$0.isKnownToIgnore(eventsOf: type) }
  }

  /// Performs a delivery on all of them; `system` receives it where nothing settled the route.
  func perform(_ delivery: Delivery, system: (any AnalyticsEventTracker)?) {
    if let tracker = base ?? system { delivery.perform(on: tracker) }
    for tracker in added.reversed() { delivery.perform(on: tracker) }
  }
}

/// The trackers that were set in one place. Most places have none, so they do not lie in the link itself.
final class TrackerReference: Sendable {
  /// Takes the place of what is above.
  let tracker: (any AnalyticsEventTracker)?
  /// Comes in addition to it.
  let added: (any AnalyticsEventTracker)?

  /// `nil` where there is no tracker at all.
  init?(_ tracker: (any AnalyticsEventTracker)?, adding added: (any AnalyticsEventTracker)? = nil) {
    if tracker == nil, added == nil { return nil }
    self.tracker = tracker
    self.added = added
  }

  /// Asks before it makes anything: an initializer that fails has been given its memory.
  @inline(__always)
  static func unlessNone(
    _ tracker: (any AnalyticsEventTracker)?, adding added: (any AnalyticsEventTracker)?
  ) -> TrackerReference? {
    // Comparing copies nothing; a pattern would.
    if tracker == nil, added == nil { return nil }
    return TrackerReference(tracker, adding: added)
  }
}
