import Trackable

/// All routes from the place of an inspector to destinations.
struct Way: Sendable {
  /// The way from there to one destination.
  struct Route: Sendable {
    let destination: String
    /// The steps, the outermost first. The last one is at the destination.
    let steps: [Step]
  }

  /// A step behind a combinator.
  struct Step: Sendable {
    let number: Int
    /// The combinator, such as `renaming`; `nil` in front of the destination itself.
    let operation: String?
    /// The condition of the gate, if the combinator is one.
    let gate: String?
  }

  var number: Int
  private(set) var routes: [Route] = []

  /// The tracker with a step behind each of its combinators, and in front of each destination.
  mutating func follow(
    _ tracker: any AnalyticsEventTracker, _ steps: [Step] = [], name: String? = nil, for inspector: any WayInspector
  ) -> any AnalyticsEventTracker {
    if let parts = tracker.parts {
      // A name around several destinations belongs to none of them.
      let name = parts.count == 1 ? name : nil
      return CombinedTracker(parts.map { follow($0, steps, name: name, for: inspector) })
    }
    let number = inspector.makeNumber()
    // An inspected tracker inside has its own way.
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

/// An inspector, as its ways and traces know it.
protocol WayInspector: AnyObject, Sendable {
  /// A number that no other step or way of this inspector has.
  func makeNumber() -> Int
  /// Shows the account of a tracker from now on, whenever it has changed.
  func follow(_ tracker: any AccountedTracker)
  /// Records what a gate has become.
  func recordGate(_ name: String, _ text: String)
  /// A call that was written has come further, or a gate has dropped it.
  func goesOn(_ trace: Trace)
}

extension AnalyticsEventTracker {
  /// The name of the tracker for a change of an event.
  fileprivate var operation: String {
    (self as? TransformingTracker).map { String("\($0.operation)".prefix { $0 != "(" }) } ?? "\(Self.self)"
  }
}
