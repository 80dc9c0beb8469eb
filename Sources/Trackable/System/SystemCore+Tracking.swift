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
    let task = TaskScope.current
    scope = task?.context
    ownCore = task?.core
    settings = ownCore?.settings ?? TrackableSystem.process.settings
  }

  init(_ core: SystemCore, scope: TrackingContext?) {
    ownCore = core
    self.scope = scope
    settings = core.settings
  }

  var core: SystemCore { ownCore ?? TrackableSystem.process }

  /// Whether something tracked on a chain with these trackers goes anywhere.
  func delivers(to route: TrackerRoute) -> Bool {
    settings.isListening || route.leadsSomewhere || scope?.route.leadsSomewhere == true
  }

  /// What a chain adds between the event and the task's scopes: its trackers, and what could not be done.
  typealias ChainPart = (route: TrackerRoute, troubles: [ChainTrouble])

  /// The walk of one event: every place that may speak, in the order of the law of precedence, told to `sink`.
  ///
  /// `track` and `explain` both go through here.
  @inline(__always)
  func walk<Sink: ChainSink>(
    _ event: TrackedProperties,
    callSite: TrackedProperties,
    into sink: inout Sink,
    chain: (inout Sink) -> ChainPart
  ) -> ChainPart {
    sink.add(callSite, from: PropertySource(.callSite))
    sink.add(event, from: PropertySource(.event))
    let part = chain(&sink)
    if let scope { scope.add(to: &sink, as: .scope) }
    sink.add(settings.defaultProperties, from: PropertySource(.defaults))
    return part
  }

  /// Walks, reports what was wrong, and hands the event to its trackers; or has it wait for other actors.
  @inline(__always)
  func track(
    _ event: any AnalyticsEvent,
    callSite: TrackedProperties,
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
        content, rest: rest, route: route, scopeRoute: scope?.route ?? TrackerRoute(), troubles: troubles,
        location: location))
  }
}

extension SystemCore {
  /// Reports what a walk could not do: each thing once.
  func report(_ troubles: [ChainTrouble], of event: String, at location: SourceLocation) {
    var reported: Set<ChainTrouble> = []
    for trouble in troubles where reported.insert(trouble).inserted {
      report(TrackableIssue(trouble, event: event, at: location))
    }
  }
}

extension TrackableIssue {
  fileprivate init(_ trouble: ChainTrouble, event: String, at location: SourceLocation) {
    switch trouble {
    case .outOfReach(let type):
      self.init(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(event)': "
          + "it belongs to another isolation than the one that tracks, and its link does not tell to which.",
        remedy: "link it inside the actor it belongs to, "
          + "or set what must be on every event with setupTrackableChain(trackedProperties:).",
        location: location)
    case .notAnswering(let type):
      self.init(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(event)': its actor was busy while "
          + "\(Outbox.waitingCapacity) deliveries came to wait for it.",
        remedy: "do not block the actor, or track less while it is busy.",
        location: location)
    case .recursive(let type):
      self.init(
        kind: .recursiveProperties,
        message: "What \(type) computes is missing from '\(event)': it was tracked by that computation itself.",
        remedy: "track where something happens, not in trackedProperties or trackableParent.",
        location: location)
    case .cycle(let type):
      self.init(
        kind: .cycle,
        message: "The parent that is computed above '\(event)' leads back to \(type), or on without end. "
          + "The chain ends there.",
        remedy: "return nil from trackableParent at the root.",
        location: location)
    }
  }
}
