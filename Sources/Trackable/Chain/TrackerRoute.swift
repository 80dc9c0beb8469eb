/// Which trackers a delivery goes to, as the chain tells it from the nearest link upwards.
///
/// The nearest tracker that stands *in place of* what is above it settles the route. Trackers that are *added* on the
/// way there receive the delivery after what they were added to.
struct TrackerRoute: Sendable {
  /// The tracker that settles the route. `nil`: whatever comes after the chain, in the end the system's.
  private(set) var base: (any AnalyticsEventTracker)?
  /// Added on the way, nearest first.
  private(set) var added: [any AnalyticsEventTracker] = []

  var isSettled: Bool { base != nil }
  /// Whether a delivery has somewhere to go without the system.
  var leadsSomewhere: Bool { base != nil || !added.isEmpty }

  mutating func pass(_ reference: TrackerReference?) {
    if let reference, !isSettled { pass(settled: reference.tracker, added: reference.added) }
  }

  mutating func pass(_ route: TrackerRoute) {
    if isSettled || !route.leadsSomewhere { return }
    added += route.added
    base = route.base
  }

  private mutating func pass(settled: (any AnalyticsEventTracker)?, added: (any AnalyticsEventTracker)?) {
    // What was added in the same place as a base is added to that base.
    if let added { self.added.append(added) }
    base = settled
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
}
