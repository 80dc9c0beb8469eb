import Trackable

/// The routes of a call behind an inspected tracker: one route for each destination there, with the combinators on it.
struct Way: Sendable {
  /// A route from the inspected tracker to one destination.
  struct Route: Sendable {
    let destination: String
    /// The steps, the outermost first. The last step is in front of the destination.
    let steps: [Step]
  }

  /// The place behind one combinator, or in front of a destination, at which the inspector notes a call.
  struct Step: Sendable {
    let number: Int
    /// The combinator, such as `renaming`; `nil` in front of the destination itself.
    let operation: String?
    /// The condition of the gate, if the combinator is a gate.
    let gate: String?
  }

  var number: Int
  private(set) var routes: [Route] = []

  /// Returns the tracker with a ``StepTracker`` behind each of its combinators, and in front of each destination.
  mutating func follow(
    _ tracker: any AnalyticsEventTracker, _ steps: [Step] = [], name: String? = nil, for inspector: any WayInspector
  ) -> any AnalyticsEventTracker {
    if let parts = tracker.parts {
      // If a name was given to several destinations together, none of them has that name.
      let name = parts.count == 1 ? name : nil
      return CombinedTracker(parts.map { follow($0, steps, name: name, for: inspector) })
    }
    let number = inspector.makeNumber()
    // An inspected tracker inside this tracker has its own ``Way``.
    guard var combinator = tracker as? any ForwardingTracker, !(tracker is any ExplainedTracker) else {
      let last = Step(number: number, operation: nil, gate: nil)
      if let tracker = tracker as? any AccountedTracker { inspector.follow(tracker) }
      routes.append(Route(destination: name ?? tracker.name, steps: steps + [last]))
      return StepTracker(base: tracker, step: number, gate: nil)
    }
    let (transforming, gate) = (tracker as? TransformingTracker, (tracker as? HoldingTracker)?.gate)
    let step = Step(number: number, operation: tracker.operation, gate: gate?.name)
    let first = routes.count
    let inside = follow(
      combinator.base, steps + [step], name: name ?? transforming?.givenName, for: inspector)
    let inspected = gate.map {
      InspectedGate($0, step: number, destinations: routes[first...].map(\.destination), inspector: inspector)
    }
    combinator.base = StepTracker(base: inside, step: number, gate: inspected)
    return inspected.map { GateTracker(base: combinator, gate: $0) } ?? combinator
  }
}

/// The part of an inspector that ways and traces use.
protocol WayInspector: AnyObject, Sendable {
  /// A number that no other step or way of this inspector has.
  func makeNumber() -> Int
  /// From now on, records the account of a tracker whenever the account has changed.
  func follow(_ tracker: any AccountedTracker)
  /// Records that a gate has opened or closed.
  func recordGate(_ name: String, _ text: String)
  /// Called when a call that is already in the folder has reached a further step, or when a gate has dropped that call.
  func goesOn(_ trace: Trace)
}

extension AnalyticsEventTracker {
  /// The name of the tracker for a change of an event.
  fileprivate var operation: String {
    (self as? TransformingTracker).map { String("\($0.operation)".prefix { $0 != "(" }) } ?? "\(Self.self)"
  }
}
