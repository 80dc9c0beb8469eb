import Trackable

/// What happens to a call at the time when it is made.
indirect enum Entrance: Sendable {
  /// It goes to the queue of a destination, which has these rules.
  case route(Int, HubRules)
  /// It passes combinators first, the outermost first. `routes` are those that it does not take if it does not pass.
  case stages([TransformingTracker], then: Entrance, routes: [Int])
  /// It passes a gate, which may hold it.
  case gate(any AnalyticsEventTracker)
  case several([Entrance])
}

extension Entrance {
  /// Makes a call: hands it over on each route that it may take.
  func pass(
    _ delivery: TrackerCall, submit: (TrackerCall, _ route: Int) -> Void,
    refuse: (HubEntry.Subject, _ route: Int) -> Void
  ) {
    switch self {
    case .route(let route, _): submit(delivery, route)
    case .several(let entrances): for entrance in entrances { entrance.pass(delivery, submit: submit, refuse: refuse) }
    case .gate(let gate): delivery.perform(on: gate)
    case .stages(let stages, let rest, let routes):
      // What no destination behind them may get is nothing to a log, say.
      let passed =
        rest.allows(delivery.subject)
        ? stages.reduce([delivery]) { calls, stage in calls.flatMap { stage.calls(for: $0).list } } : []
      if passed.isEmpty { for route in routes { refuse(delivery.subject, route) } }
      for call in passed { rest.pass(call, submit: submit, refuse: refuse) }
    }
  }
}

extension Entrance {
  /// Whether the rules of any destination behind it allow a call.
  private func allows(_ subject: HubEntry.Subject) -> Bool {
    switch self {
    case .route(_, let rules): rules.allows(subject)
    case .several(let entrances): entrances.contains { $0.allows(subject) }
    case .gate: true
    case .stages(_, let rest, _): rest.allows(subject)
    }
  }

  /// What the destinations behind it want.
  var interest: EventInterest {
    switch self {
    case .route(_, let rules): .except({ !rules.allows(.event($0)) }, rest: .all)
    case .several(let entrances): .ofAny(entrances.map(\.interest))
    case .gate(let gate): EventInterest(of: gate)
    case .stages(let stages, let rest, _): stages.reversed().reduce(rest.interest) { $1.interest(inFrontOf: $0) }
    }
  }
}

extension TransformedCall {
  fileprivate var list: [TrackerCall] {
    switch self {
    case .none: []
    case .one(let call): [call]
    case .several(let calls): calls
    }
  }
}

/// What stands behind a gate in front of destinations: it hands over what the gate lets pass, now or later.
struct EntranceTracker: SelectiveTracker {
  let name: String
  let entrance: Entrance
  let submit: @Sendable (TrackerCall, _ route: Int) -> Void
  let refuse: @Sendable (HubEntry.Subject, _ route: Int) -> Void

  var interest: EventInterest { entrance.interest }

  func track(_ event: TrackedEvent) { pass(.track(event)) }
  func update(_ property: TrackedUserProperty) { pass(.update(property)) }
  func identify(_ user: TrackedUser) { pass(.identify(user)) }
  func reset() { pass(.reset) }
  func report(_ error: any Error, at location: CodeLocation) { pass(.report(error, location)) }
  func purge() { pass(.purge) }

  private func pass(_ delivery: TrackerCall) { entrance.pass(delivery, submit: submit, refuse: refuse) }
}
