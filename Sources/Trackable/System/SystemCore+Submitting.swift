#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// How a delivery gets to its trackers, or is held until there is one.

extension SystemCore {
  /// Whether rank 7, as it is at this moment, belongs to an event that is tracked now: not if it may be held.
  @inline(__always)
  func isOpen(_ settings: Settings) -> Bool { settings.hasTracker && !isHolding.load(ordering: .acquiring) }

  /// Runs what hands something to trackers, unless they have led from one delivery to the next without end.
  ///
  /// - Parameter name: What is handed over, for the issue.
  func deliver(
    _ name: @autoclosure () -> String, _ location: @autoclosure () -> CodeLocation,
    as kind: ActiveCalls.Delivery = .first, _ body: () -> Void
  ) {
    if !ActiveCalls.deliver(kind, body) { refuse(name(), location) }
  }

  /// Says that something is not handed over, because trackers have led to it without end.
  func refuse(_ name: String, _ location: () -> CodeLocation) {
    issues.reportOnce(.recursiveTracking(of: name, at: location()), here: true)
  }

  /// Hands a delivery to its trackers; what the system's tracker should get is held if there is none.
  func submit(_ delivery: Delivery, _ route: TrackerRoute, _ location: () -> CodeLocation) {
    let registered = noteUser(delivery, location)
    defer { tell(registered, delivery, after: route) }
    if !route.leadsSomewhere { return submit(delivery, base: nil, location) }
    // A tracker of a link or a task may be, or contain, the one of this system: that gets it next, and not this route
    // again.
    ActiveCalls.during(delivery.isOfUser ? .userRoute : .route, of: self) {
      follow(route, with: delivery, location)
    }
  }

  /// Whether a delivery is just being handed along a route on this thread.
  var followsRoute: Bool { ActiveCalls.isActive(.route, of: self) || ActiveCalls.isActive(.userRoute, of: self) }

  private func follow(_ route: TrackerRoute, with delivery: Delivery, _ location: () -> CodeLocation) {
    submit(delivery, base: route.base, location)
    for tracker in route.added(beside: tracker).reversed() { submit(delivery, base: tracker, location) }
  }

  /// - Parameter base: A tracker of the route; `nil` for that of the system.
  private func submit(
    _ delivery: Delivery, base: (any AnalyticsEventTracker)?, _ location: () -> CodeLocation
  ) {
    guard let base else {
      if let tracker = holdUnlessOpen(delivery, location) { perform(delivery, on: tracker, isOfSystem: true, location) }
      return
    }
    guard isHolding.load(ordering: .acquiring), delivery.isHeldOnTheWay, base.leads(to: self) else {
      return perform(delivery, on: base, isOfSystem: false, location)
    }
    // An event would come back to be held, and with the defaults of now. Who the user is would overtake it.
    for part in (base as? any DivisibleTracker)?.parts ?? [base] {
      if !part.leads(to: self) || holdUnlessOpen(delivery, for: part, location) != nil {
        perform(delivery, on: part, isOfSystem: false, location)
      }
    }
  }

  /// Holds a delivery to the system's tracker, or to one that leads to it, or returns the system's.
  private func holdUnlessOpen(
    _ delivery: Delivery, for receiver: (any AnalyticsEventTracker)? = nil, _ location: () -> CodeLocation
  ) -> (any AnalyticsEventTracker)? {
    if !isHolding.load(ordering: .acquiring) { return tracker }
    if ActiveCalls.isActive(.replay, of: self), !delivery.lacksDefaults { return tracker }
    let kept = KeptDelivery(delivery.frozen, for: receiver)
    let (answer, tracker) = state.withLock { ($0.held.hold(kept), $0.settings.tracker) }
    switch answer {
    case .passes: return tracker
    case .droppedFirst: report(.tooManyHeld(at: location()))
    case .held, .dropped: break
    }
    if self === TrackableSystem.process { UnclaimedDeliveries.note(kept.delivery, at: location) }
    return nil
  }
}

extension Delivery {
  /// Whether it is an event without what has rank 7.
  fileprivate var lacksDefaults: Bool { if case .track(let event) = self { !event.hasDefaults } else { false } }

  /// Whether a tracker that leads to the system gets it only when that has a tracker. A purge is never put off.
  fileprivate var isHeldOnTheWay: Bool {
    switch self {
    case .track: lacksDefaults
    case .update, .identify, .reset: true
    case .report, .purge: false
    }
  }
}
