/// The tracker that forwards to a system: `TrackableSystem.tracker`.
///
/// An event that is tracked on it gets the task's properties and goes to the task's trackers. An event that comes to it
/// along such a route, because a link or a task has it as its tracker, goes to the tracker that was bootstrapped, so it
/// never comes back.
struct SystemTracker: AnalyticsEventTracker {
  let core: SystemCore

  var name: String { core.tracker?.name ?? "TrackableSystem" }

  var wantsExplanations: Bool { core.settings.wantsExplanations }

  func track(_ event: TrackedEvent) {
    if event.hasContext {
      return core.deliver(event.name, event.location, as: .again) {
        core.submit(.track(event), TrackerRoute()) { event.location }
      }
    }
    let ambient = Ambient(core)
    guard ambient.delivers(event, to: TrackerRoute()) else { return }
    var snapshot = Snapshot()
    if ambient.explainsEvents {
      snapshot.explain(callSite: TrackedProperties(), event: event.properties)
    } else {
      snapshot.merge.add(event.properties)
    }
    core.deliver(event.name, event.location) {
      ambient.submit(event, &snapshot, timestamp: event.timestamp) { event.location }
    }
  }

  func update(_ property: TrackedUserProperty) {
    core.deliver(property.name, property.location) {
      core.settleUpdates(of: property.name)
      core.submit(.update(property), route) { property.location }
    }
  }
  func identify(_ userID: String, traits: TrackedProperties) {
    changeUser(.identify(userID, traits: traits.reportingFlaws(at: UserChange.location ?? .unknown)), isolation: nil)
  }
  func reset() { changeUser(.reset, isolation: nil) }
  func report(_ error: any Error, at location: CodeLocation) {
    core.deliver("report", location) { core.submit(.report(error, location), route) { location } }
  }

  func purge() { purge(at: .unknown) }
  func purge(at location: CodeLocation) {
    core.deliver("purge", location) { core.purge(route) { location } }
  }

  func flush() async {
    if Self.flushes == Self.maximumFlushes { return core.refuse("flush") { .unknown } }
    await core.drain()
    await Self.$flushes.withValue(Self.flushes + 1) { await core.flushTrackers() }
  }

  /// How many flushes are under way in this task, one within the other.
  @TaskLocal private static var flushes = 0
  private static let maximumFlushes = 8

  func changeUser(_ delivery: Delivery, isolation: (any Actor)?, at location: CodeLocation? = nil) {
    core.deliver(delivery.name, location ?? .unknown) {
      UserChange.$location.withValue(location) {
        core.changeUser(delivery, route, isolation: isolation) { location ?? .unknown }
      }
    }
  }

  /// The task's trackers, unless a delivery is just being handed along them.
  private var route: TrackerRoute {
    core.followsRoute ? TrackerRoute() : core.route(of: .current)
  }
}

extension AnalyticsEventTracker {
  /// Whether what this tracker gets comes back to `core`.
  func leads(to core: SystemCore) -> Bool {
    if let system = self as? SystemTracker { return system.core === core }
    if let several = self as? any DivisibleTracker { return several.parts.contains { $0.leads(to: core) } }
    if let keeping = self as? any KeepingTracker { return keeping.receivers.contains { $0.leads(to: core) } }
    if let combinator = self as? any ForwardingTracker { return combinator.base.leads(to: core) }
    return false
  }
}
