// Trackers that keep a user and are not the system's: those of modules, which get their events along links and contexts.

extension SystemCore {
  /// Lets a tracker get what concerns the user from now on. First it gets who the user is.
  func register(_ tracker: any AnalyticsEventTracker, at location: CodeLocation) {
    if tracker.leads(to: self) { return report(.registeredWithItself(at: location)) }
    if keepsTracker { return }
    for part in (tracker as? any DivisibleTracker)?.parts ?? [tracker] { register(part) }
  }

  private func register(_ tracker: any AnalyticsEventTracker) {
    let instances = tracker.instances
    let isToldBySystem = instances.isReached(by: self.tracker.map { [$0] } ?? [])
    /// The version of the user that the tracker knows.
    var told: Int?
    while let user = state.withLock({ state -> KnownUser? in
      if instances.isReached(by: state.registered) { return nil }
      // The user may change while the tracker is told: then it is told again before it gets what comes next.
      let isUpToDate = told.map { $0 == state.user.version } ?? (isToldBySystem || state.user.deliveries.isEmpty)
      if isUpToDate { state.registered.append(tracker) }
      return isUpToDate ? nil : state.user
    }) {
      if told != nil { tracker.reset() }
      for kept in user.deliveries { kept.perform(on: tracker) }
      told = user.version
    }
  }

  /// Prepares those registered trackers for a replay that get what was held: they were told at once who the user is, and
  /// are told again, in its place among the events. What was tracked before anybody was known is nobody's.
  func resetRegistered(reachedBy tracker: any AnalyticsEventTracker) {
    let registered = state.withLock { $0.user.deliveries.isEmpty ? [] : $0.registered }
    for each in registered where each.instances.isReached(by: [tracker]) { each.reset() }
  }

  /// Notes what concerns the user, and returns who has to be told besides the trackers on the route.
  func noteUser(_ delivery: Delivery, _ location: () -> CodeLocation) -> [any AnalyticsEventTracker] {
    // One that comes back along its route was noted when it set out.
    if !delivery.isOfUser || ActiveCalls.isActive(.userRoute, of: self) { return [] }
    let kept = KeptDelivery(delivery)
    let (isTooMany, registered) = state.withLock { ($0.user.note(kept), $0.registered) }
    if isTooMany { report(.tooManyUserProperties(at: location())) }
    return registered
  }

  /// Tells the registered trackers, except those that the route has reached.
  func tell(_ registered: [any AnalyticsEventTracker], _ delivery: Delivery, after route: TrackerRoute) {
    for tracker in unreached(registered, by: route) { delivery.perform(on: tracker) }
  }

  /// Flushes the system's tracker and the registered ones.
  func flushTrackers() async {
    await tracker?.flush()
    for tracker in unreached(state.withLock { $0.registered }, by: TrackerRoute()) { await tracker.flush() }
  }

  /// The trackers of a route and the system's, each once: the one that settles the route is added to the system's.
  func besideSystem(_ route: TrackerRoute) -> TrackerRoute {
    guard let base = route.base else { return route }
    let others = [base] + route.added()
    let instances = tracker?.instances ?? []
    // The system's gets it anyway, from one of them.
    if others.contains(where: { $0.leads(to: self) }) || instances.isReached(by: others) { return route }
    let parts = (base as? any DivisibleTracker)?.parts ?? [base]
    return route.settledBySystem(adding: parts.filter { !$0.instances.isReached(by: tracker.map { [$0] } ?? []) })
  }

  private func unreached(
    _ registered: [any AnalyticsEventTracker], by route: TrackerRoute
  ) -> [any AnalyticsEventTracker] {
    if registered.isEmpty { return [] }
    let reached = ((route.base ?? tracker).map { [$0] } ?? []) + route.added(beside: tracker)
    return registered.filter { !$0.instances.isReached(by: reached) }
  }
}

extension AnalyticsEventTracker {
  /// The objects that get what this tracker gets. Trackers that are values have no identity.
  fileprivate var instances: Set<ObjectIdentifier> {
    if let several = self as? any DivisibleTracker {
      return several.parts.reduce(into: []) { $0.formUnion($1.instances) }
    }
    if let combinator = self as? any ForwardingTracker { return combinator.base.instances }
    return identity.map { [$0] } ?? []
  }
}

extension Set<ObjectIdentifier> {
  /// Whether these instances, of which there is at least one, all get what the trackers get.
  fileprivate func isReached(by trackers: [any AnalyticsEventTracker]) -> Bool {
    !isEmpty && isSubset(of: trackers.reduce(into: Set()) { $0.formUnion($1.instances) })
  }
}
