#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that applies to an event besides its chain: the system's settings and the task's scopes, looked up once.
struct Ambient {
  // Invariant: `scope` or `given` keeps the core, or it is that of the process, which lives for ever: not retained, so
  // that threads do not contend for its reference count.
  private let reference: Unmanaged<SystemCore>
  private let given: SystemCore?
  let settings: Settings
  let scope: TaskScope?

  /// What applies to the current task.
  @inline(__always)
  init() {
    scope = TaskScope.current
    given = nil
    if let core = scope?.core {
      reference = .passUnretained(core)
    } else {
      reference = .passUnretained(TrackableSystem.process)
    }
    settings = reference._withUnsafeGuaranteedRef { $0.settings }
  }

  /// What applies to the current task in the given system.
  init(_ core: SystemCore) {
    reference = .passUnretained(core)
    given = core
    scope = TaskScope.current
    settings = core.settings
  }

  var core: SystemCore { reference.takeUnretainedValue() }

  /// Whether the system's tracker is known to ignore events of this type.
  @inline(__always)
  func isIgnoredBySystem(_ event: some AnalyticsEvent) -> Bool {
    settings.isSelective && core.ignores(eventsOf: event.baseType, settings)
  }

  /// Whether any tracker may want an event that is tracked on a chain with these trackers.
  func delivers(_ event: some AnalyticsEvent, to route: TrackerRoute) -> Bool {
    if !isIgnoredBySystem(event) { return true }
    var route = core.usesTrackersOfLinks ? route : TrackerRoute()
    route.pass(core.route(of: scope))
    return route.leadsSomewhere(eventsOf: event.baseType, isIgnoredBySystem: true)
  }

  /// Whether a tracker that may get an event asks for its explanation.
  @inline(__always)
  var explainsEvents: Bool {
    TrackerRoute.explanationsWereWanted.load(ordering: .relaxed) && mayBeAskedToExplain
  }

  @inline(never)
  private var mayBeAskedToExplain: Bool {
    // The trackers of links are found by the walk, and then it is too late.
    settings.wantsExplanations
      || core.usesTrackersOfLinks && core.linksWantExplanations.load(ordering: .relaxed)
  }

  /// Whether rank 7, as it is at this moment, belongs to an event that is tracked now.
  @inline(__always)
  private var isOpen: Bool {
    // Not through `core`, which would be retained. Benchmarks: depth 4.
    reference._withUnsafeGuaranteedRef { $0.isOpen(settings) }
  }

  /// Passes the properties of the task's scopes to `sink`: rank 6.
  @inline(__always)
  func passScopes(to sink: inout some SnapshotSink) {
    if let context = scope?.context { context.pass(to: &sink, as: .scope) }
  }

  /// Hands on what a walk has collected: to the trackers, or to wait for other actors.
  @inline(__always)
  func submit(
    _ event: some AnalyticsEvent, _ snapshot: inout Snapshot, timestamp: Date, isolation: (any Actor)? = nil,
    location: () -> CodeLocation
  ) {
    passScopes(to: &snapshot)
    // Otherwise the event may be held, and gets rank 7 when there is a tracker.
    let isOpen = isOpen
    if isOpen { settings.passRankSeven(to: &snapshot, unlessRoot: snapshot.passedRoot, isolation: isolation) }
    guard snapshot.isComplete else {
      snapshot.notice(root: isOpen && !snapshot.passedRoot ? settings.rootIdentity : nil)
      let location = location()
      // As it is now, because its name may be computed.
      let event = TrackedEvent(event, merged: TrackedProperties(), timestamp: timestamp, location: location).frozen
      return wait(.event(event, snapshot.merge, timestamp: timestamp, hasDefaults: isOpen), snapshot, location)
    }
    if snapshot.merge.hasFlaws || snapshot.rest != nil {
      core.issues.reportFlaws(of: snapshot.merge.flawed, at: location())
      core.report(snapshot.rest?.failures ?? [], of: event.name, at: location())
    }
    if snapshot.route.leadsSomewhere || scope != nil { addTrackers(to: &snapshot.route) }
    if isOpen, !snapshot.route.leadsSomewhere {
      settings.destination.track(snapshot.takeEvent(event, timestamp: timestamp, at: location(), hasDefaults: true))
    } else {
      let route = snapshot.route
      let tracked = snapshot.takeEvent(event, timestamp: timestamp, at: location(), hasDefaults: isOpen)
      core.submit(.track(tracked), route, location)
    }
  }

  /// Hands on a user property, with what a walk has found of the trackers on the way.
  func submit(
    _ property: some UserProperty, _ snapshot: Snapshot, isolation: (any Actor)? = nil, location: () -> CodeLocation
  ) {
    var snapshot = snapshot
    let tracked = TrackedUserProperty(property, at: location())
    if !tracked.flaws.isEmpty {
      let flawed = TrackedProperty(key: PropertyKey(tracked.name), given: tracked.value, flaws: tracked.flaws)
      core.issues.reportFlaws(of: [flawed], at: location())
    }
    // Others are asked only which trackers are above.
    if !snapshot.isComplete, mayLeadElsewhere(snapshot.route) {
      return wait(.update(tracked), snapshot, location())
    }
    core.report(snapshot.rest?.failures ?? [], of: tracked.name, at: location())
    addTrackers(to: &snapshot.route)
    core.deliver(tracked.name, location()) {
      core.settleUpdates(of: tracked.name, isolation: isolation)
      core.submit(.update(tracked), snapshot.route, location)
    }
  }

  /// Whether reading elsewhere may find more trackers than these.
  private func mayLeadElsewhere(_ route: TrackerRoute) -> Bool {
    core.usesTrackersOfLinks && TrackerRoute.wasEverSet.load(ordering: .relaxed) && !route.isFinal
  }

  /// Adds the task's trackers to those of the chain.
  private func addTrackers(to route: inout TrackerRoute) {
    if !core.usesTrackersOfLinks { route = TrackerRoute() }
    route.pass(core.route(of: scope))
  }

  private func wait(_ content: IncompleteEvent.Content, _ snapshot: Snapshot, _ location: CodeLocation) {
    core.wait(
      IncompleteEvent(
        content, snapshot.rest ?? SnapshotParts(), route: snapshot.route, scope: scope, location: location))
  }
}

extension AnalyticsEvent {
  /// The type of the event as it was first given to a tracker.
  fileprivate var baseType: ObjectIdentifier {
    // Compares types first, because a failing cast costs more.
    if Self.self == TrackedEvent.self, let tracked = self as? TrackedEvent {
      return ObjectIdentifier(type(of: tracked.base))
    }
    return ObjectIdentifier(type(of: self))
  }
}
