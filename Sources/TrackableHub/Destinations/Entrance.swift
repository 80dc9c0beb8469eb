import Trackable

/// What happens to a call at the time when it is made.
indirect enum Entrance: Sendable {
  /// It goes to the queue of a destination, which has these rules.
  case route(Int, HubRules)
  /// It passes combinators first, the outermost first. `routes` are those that it does not take if it does not pass.
  case stages([TransformingTracker], then: Entrance, routes: [Int])
  /// It passes a tracker of an adopter's. What that does not forward during the call does not take `routes`.
  case forwarding(any ForwardingTracker, then: EntranceTracker, routes: [Int])
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
    case .forwarding(let tracker, let rest, let routes):
      let passage = Passage()
      if rest.entrance.allows(delivery.subject) {
        var tracker = tracker
        tracker.base = EntranceTracker(rest, passage)
        delivery.perform(on: tracker)
      }
      if !passage.isUsed.isSet { for route in routes { refuse(delivery.subject, route) } }
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
    case .forwarding(_, let rest, _): rest.entrance.allows(subject)
    }
  }

  /// What the destinations behind it want.
  var interest: EventInterest {
    switch self {
    case .route(_, let rules): .except({ !rules.allows(.event($0)) }, rest: .all)
    case .several(let entrances): .ofAny(entrances.map(\.interest))
    case .gate(let gate): EventInterest(of: gate)
    case .forwarding: .all
    case .stages(let stages, let rest, _): stages.reversed().reduce(rest.interest) { $1.interest(inFrontOf: $0) }
    }
  }
}

extension TransformedCall {
  fileprivate var list: [TrackerCall] {
    switch self {
    case .none: []
    case .one(let call): [call]
    // New events among them have not been frozen yet.
    case .several(let calls): calls.map(\.frozen)
    }
  }
}

/// What stands behind a gate, or behind a tracker of an adopter's, in front of destinations: it hands over what these let
/// pass, now or later.
struct EntranceTracker: SelectiveTracker {
  let name: String
  let entrance: Entrance
  let submit: @Sendable (TrackerCall, _ route: Int) -> Void
  let refuse: @Sendable (HubEntry.Subject, _ route: Int) -> Void
  /// That of one call to an adopter's tracker in front.
  private var passage: Passage?

  var interest: EventInterest { entrance.interest }

  init(
    name: String, entrance: Entrance, submit: @escaping @Sendable (TrackerCall, _ route: Int) -> Void,
    refuse: @escaping @Sendable (HubEntry.Subject, _ route: Int) -> Void
  ) {
    self.name = name
    self.entrance = entrance
    self.submit = submit
    self.refuse = refuse
  }

  /// The same for one call.
  init(_ other: EntranceTracker, _ passage: Passage) {
    self = other
    self.passage = passage
  }

  func track(_ event: TrackedEvent) { pass(.track(event)) }
  func update(_ property: TrackedUserProperty) { pass(.update(property)) }
  func identify(_ user: TrackedUser) { pass(.identify(user)) }
  func reset() { pass(.reset) }
  func report(_ error: any Error, at location: CodeLocation) { pass(.report(error, location)) }
  func purge() { pass(.purge) }

  private func pass(_ delivery: TrackerCall) {
    passage?.isUsed.set()
    // An adopter's tracker may have made another event.
    entrance.pass(passage == nil ? delivery : delivery.frozen, submit: submit, refuse: refuse)
  }
}

/// Whether anything of one call has passed.
final class Passage: Sendable {
  let isUsed = AtomicFlag()
}
