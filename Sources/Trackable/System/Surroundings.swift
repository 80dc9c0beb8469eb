#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is around an event, its chain aside: looked up once.
struct Surroundings {
  /// A scope's own core. The process's is not held: threads that count one object up and down wait for each other.
  private let ownCore: SystemCore?
  let settings: SystemCore.Settings
  /// The task's scopes.
  let scope: TrackingContext?

  /// Those of the current task.
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

  /// Whether the system's tracker does nothing with an event, whatever it says.
  @inline(__always)
  func isIgnoredBySystem(_ event: any AnalyticsEvent) -> Bool {
    settings.isSelective && core.ignores(eventsOf: event.baseType, settings)
  }

  /// Whether an event tracked on a chain with these trackers goes anywhere.
  func delivers(_ event: any AnalyticsEvent, to route: TrackerRoute) -> Bool {
    if !isIgnoredBySystem(event) { return true }
    var route = route
    if let scope { route.pass(scope.route) }
    return route.leadsSomewhere(eventsOf: event.baseType, isIgnoredBySystem: true)
  }

  /// What a chain adds between the event and the task's scopes: its trackers, and what could not be done.
  typealias ChainPart = (route: TrackerRoute, troubles: [ChainTrouble])

  /// The walk of one event: every place that may speak, in the order of the law of precedence, told to `sink`.
  ///
  /// `track` and `explain` both go through here.
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

  /// Walks, reports what was wrong, and hands the event to its trackers; or has it wait for other actors.
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
      core.reportFlaws(of: sink.merge.flawed, at: location)
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
  /// - Parameter chain: Adds what has to be asked elsewhere for its trackers.
  func update(
    _ property: some UserProperty,
    location: () -> SourceLocation,
    chain: (inout ChainParts) -> ChainPart
  ) {
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), saying: tracked.value, flaws: tracked.flaws)
      core.reportFlaws(of: [said], at: location())
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
    // Comparing types first: a failing cast costs more.
    if Self.self == TrackedEvent.self, let tracked = self as? TrackedEvent {
      return ObjectIdentifier(type(of: tracked.base))
    }
    return ObjectIdentifier(type(of: self))
  }
}
