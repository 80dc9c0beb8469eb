#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that applies to an event besides its chain: the system's settings and the task's scopes, looked up once.
struct Surroundings {
  /// A scope's own core. The process's core is not stored here, so that threads do not contend for its reference count.
  private let ownCore: SystemCore?
  let settings: SystemCore.Settings
  /// The task's scopes.
  let scope: TrackingContext?

  /// The surroundings of the current task.
  @inline(__always)
  init() {
    if let task = TaskScope.current {
      scope = task.context
      ownCore = task.core
      settings = (task.core ?? TrackableSystem.process).settings
    } else {
      scope = nil
      ownCore = nil
      settings = TrackableSystem.process.settings
    }
  }

  init(_ core: SystemCore, scope: TrackingContext?) {
    ownCore = core
    self.scope = scope
    settings = core.settings
  }

  var core: SystemCore { ownCore ?? TrackableSystem.process }

  /// Whether the system's tracker is known to ignore events of this type.
  @inline(__always)
  func isIgnoredBySystem(_ event: any AnalyticsEvent) -> Bool {
    settings.isSelective && core.ignores(eventsOf: event.baseType, settings)
  }

  /// Whether any tracker may want an event that is tracked on a chain with these trackers.
  func delivers(_ event: any AnalyticsEvent, to route: TrackerRoute) -> Bool {
    if !isIgnoredBySystem(event) { return true }
    var route = route
    if let scope { route.pass(scope.route) }
    return route.leadsSomewhere(eventsOf: event.baseType, isIgnoredBySystem: true)
  }

  /// The result of walking a chain: its trackers, and what could not be done.
  typealias ChainPart = (route: TrackerRoute, troubles: [ChainTrouble])

  /// Passes the properties of every place to `sink`, in the order of the law of precedence.
  ///
  /// Both `track` and `explain` use this.
  @inline(__always)
  func walk<Sink: ChainSink>(
    _ event: consuming TrackedProperties,
    callSite: consuming TrackedProperties,
    into sink: inout Sink,
    chain: (inout Sink) -> ChainPart
  ) -> ChainPart {
    sink.add(callSite, from: PropertySource(.callSite))
    sink.add(event, from: PropertySource(.event))
    var part = chain(&sink)
    if let scope { part.troubles += scope.add(to: &sink, as: .scope) }
    sink.add(settings.defaultProperties, from: PropertySource(.defaults))
    return part
  }

  /// Walks, reports issues, and hands the event to its trackers, or makes it wait for other actors.
  @inline(__always)
  func track(
    _ event: any AnalyticsEvent,
    callSite: consuming TrackedProperties,
    timestamp: Date,
    location: () -> SourceLocation,
    chain: (inout ChainMerge) -> ChainPart
  ) {
    var sink = ChainMerge()
    var (route, troubles) = walk(event.properties, callSite: callSite, into: &sink, chain: chain)
    guard sink.isComplete else {
      return wait(.event(event, sink.merge, timestamp: timestamp), sink.rest, route, troubles, location())
    }
    if sink.merge.hasFlaws || !troubles.isEmpty {
      let location = location()
      core.issues.reportFlaws(of: sink.merge.flawed, at: location)
      core.report(troubles, of: event.name, at: location)
    }
    if let scope { route.pass(scope.route) }
    let tracked = TrackedEvent(event, merged: sink.merge.takeResult(), timestamp: timestamp)
    if let ownCore {
      ownCore.submit(tracked, route, settings, location)
    } else {
      TrackableSystem.process.submit(tracked, route, settings, location)
    }
  }

  /// Hands over a user property.
  ///
  /// - Parameter chain: Walks the chain for its trackers, and adds the ancestors that have to be asked on other actors.
  func update(
    _ property: some UserProperty,
    location: () -> SourceLocation,
    chain: (inout ChainParts) -> ChainPart
  ) {
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), given: tracked.value, flaws: tracked.flaws)
      core.issues.reportFlaws(of: [said], at: location())
    }
    var parts = ChainParts()
    var (route, troubles) = chain(&parts)
    if parts.nextActor != nil { return wait(.update(tracked), parts, route, troubles, location()) }
    if !troubles.isEmpty { core.report(troubles, of: tracked.name, at: location()) }
    if let scope { route.pass(scope.route) }
    core.submit(Outbox.Parcel(delivery: .update(tracked), route: route), location)
  }

  private func wait(
    _ content: PendingDelivery.Content, _ rest: ChainParts, _ route: TrackerRoute, _ troubles: [ChainTrouble],
    _ location: SourceLocation
  ) {
    core.submit(
      PendingDelivery(
        content, ElsewhereReading(parts: rest, route: route, troubles: troubles),
        scopeRoute: scope?.route ?? TrackerRoute(), location: location))
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
