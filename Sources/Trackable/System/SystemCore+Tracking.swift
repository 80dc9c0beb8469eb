#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension SystemCore {
  /// Whether something tracked on a chain with these trackers goes anywhere.
  func delivers(to route: TrackerRoute) -> Bool {
    isListening || route.leadsSomewhere || TrackingContext.scope?.route.leadsSomewhere == true
  }

  /// What a chain adds between the event and the task's scopes: its trackers, and what could not be done.
  typealias ChainPart = (route: TrackerRoute, troubles: [ChainTrouble])

  /// The walk of one event: every place that may speak, in the order of the law of precedence, told to `sink`.
  ///
  /// `track` and `explain` both go through here.
  func walk<Sink: ChainSink>(
    _ event: some AnalyticsEvent,
    callSite: TrackedProperties,
    into sink: inout Sink,
    chain: (inout Sink) -> ChainPart
  ) -> ChainPart {
    sink.add(callSite, from: PropertySource(.callSite))
    sink.add(event.properties, from: PropertySource(.event))
    var part = chain(&sink)
    if let scope = TrackingContext.scope { part.troubles += scope.add(to: &sink, as: .scope) }
    sink.add(defaultProperties, from: PropertySource(.defaults))
    return part
  }

  /// Walks, reports what was wrong, and hands the event to its trackers; or has it wait for other actors.
  func track(
    _ event: some AnalyticsEvent,
    callSite: TrackedProperties,
    timestamp: Date,
    location: @autoclosure () -> SourceLocation = SourceLocation(),
    chain: (inout ChainMerge) -> ChainPart
  ) {
    var sink = ChainMerge()
    let (route, troubles) = walk(event, callSite: callSite, into: &sink, chain: chain)
    guard sink.isComplete else {
      submit(
        PendingDelivery(
          .event(event, sink.merge, timestamp: timestamp), rest: sink.rest, route: route,
          scopeRoute: TrackingContext.scope?.route ?? TrackerRoute(), troubles: troubles, location: location()))
      return
    }
    if !sink.merge.flawed.isEmpty || !troubles.isEmpty {
      let location = location()
      reportFlaws(of: sink.merge.flawed, at: location)
      report(troubles, of: event.name, at: location)
    }
    submit(.track(TrackedEvent(event, properties: sink.merge.result, timestamp: timestamp)), to: route, location)
  }

  /// Hands over a user property.
  ///
  /// - Parameter chain: Adds what has to be asked elsewhere for its trackers.
  func update(
    _ property: some UserProperty,
    location: @autoclosure () -> SourceLocation,
    chain: (inout ChainParts) -> ChainPart
  ) {
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), saying: tracked.value, flaws: tracked.flaws)
      reportFlaws(of: [said], at: location())
    }
    var parts = ChainParts()
    let (route, troubles) = chain(&parts)
    if parts.nextActor == nil {
      if !troubles.isEmpty { report(troubles, of: tracked.name, at: location()) }
      submit(.update(tracked), to: route, location)
    } else {
      submit(
        PendingDelivery(
          .update(tracked), rest: parts, route: route, scopeRoute: TrackingContext.scope?.route ?? TrackerRoute(),
          troubles: troubles, location: location()))
    }
  }

  private func submit(_ delivery: Delivery, to route: TrackerRoute, _ location: () -> SourceLocation) {
    var route = route
    if let scope = TrackingContext.scope { route.pass(scope.route) }
    submit(Outbox.Parcel(delivery: delivery, route: route), location)
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
