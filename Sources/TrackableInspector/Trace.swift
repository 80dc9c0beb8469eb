import Trackable

/// The parts of a call that a combinator may change, as they are at one step.
struct PassingCall: Sendable {
  let name: String?
  let properties: TrackedProperties
  let sensitiveProperties: TrackedProperties

  init(_ call: TrackerCall) {
    switch call {
    case .track(let event):
      (name, properties, sensitiveProperties) = (event.name, event.properties, event.sensitiveProperties)
    case .update(let property):
      let key = PropertyKey(stored: property.name, inCode: property.base.name, isSensitive: false)
      (name, properties, sensitiveProperties) = (property.name, property.traits ?? [key ~>> property.operand], [:])
    case .identify(let user): (name, properties, sensitiveProperties) = (user.id, user.traits, user.sensitiveTraits)
    case .reset, .report, .purge: (name, properties, sensitiveProperties) = (nil, [:], [:])
    }
  }
}

/// The record of one call, with the form of the call at each step. An event carries its trace. For other calls, the
/// task has the trace, and a gate keeps it.
final class Trace: Sendable {
  private struct State {
    /// The call at the start of each way.
    var ways: [(way: Way, call: PassingCall)] = []
    var passages: [Passage] = []
    /// For the step of each gate, what became of the call if it did not reach the step behind the gate.
    var stops: [Int: Stop] = [:]
    /// The number of the call's entry in the folder, after it was written.
    var entry: Int?
    var isPending = false
  }

  /// The call at a step, and whether the step hands it to a hub, which delivers later.
  private typealias Passage = (step: Int, call: PassingCall, isHandedOver: Bool)

  /// What became of a call that did not reach its destination.
  struct Stop: Equatable {
    let word: String
    /// Why a gate has dropped the call.
    var reason: String?

    static let held = Stop(word: "held")
    static let refused = Stop(word: "refused")
    static let leftOut = Stop(word: "left out")
  }

  /// The end of one route of a call: its arrival at a destination, or the step at which it was stopped.
  struct Arrival {
    let destination: String
    /// The call at the start of the route.
    let tracked: PassingCall
    /// The call at each step, with the combinator in front of it; `nil` behind the step at which it was stopped.
    let steps: [(step: Way.Step, call: PassingCall?)]
    /// What became of the call if it was stopped.
    let stop: Stop
    /// Whether the call has reached a hub, and not yet the destination itself.
    let isHandedOver: Bool
  }

  let isOfEvent: Bool
  /// Why a gate that gets this call may drop earlier calls; `nil` if the gate drops calls only because it is full.
  let effect: String?
  /// The inspector of the trace.
  weak let owner: (any WayInspector)?
  private let state: Lock<State>

  init(_ owner: any WayInspector, _ way: Way, _ call: TrackerCall) {
    self.owner = owner
    isOfEvent = call.event != nil
    effect =
      switch call {
      case .purge: "by a purge"
      case .reset: "by a reset"
      case .identify: "for a later identify"
      case .track, .update, .report: nil
      }
    state = Lock(State(ways: [(way, PassingCall(call))]))
  }

  /// The trace of a call that is being made. The trace of the task is not used if it belongs to an event during which a
  /// tracker makes another call.
  static func of(_ call: TrackerCall) -> Trace? {
    if case .track(let event) = call { return event.trace as? Trace }
    let trace = (TrackerCall.trace as? Hold)?.trace ?? TrackerCall.trace as? Trace
    return trace?.isOfEvent == true ? nil : trace
  }

  /// Makes a call with this trace.
  func make(_ call: TrackerCall, on tracker: any AnalyticsEventTracker) {
    guard case .track(var event) = call else {
      return TrackerCall.$trace.withValue(self) { call.perform(on: tracker) }
    }
    event.attach(trace: self)
    tracker.track(event)
  }

  /// Records that the call reaches another inspected tracker. Returns `false` if `way` belongs to the inspected tracker
  /// that the call reached first, because then a tracker has made another call during this call.
  func enter(_ way: Way, _ call: TrackerCall) -> Bool {
    state.withLock { state in
      if !isOfEvent, state.ways[0].way.number == way.number { return false }
      if !state.ways.contains(where: { $0.way.number == way.number }) { state.ways.append((way, PassingCall(call))) }
      return true
    }
  }

  func add(_ call: TrackerCall, at step: Int, isHandedOver: Bool) {
    let call = PassingCall(call)
    change { $0.passages.append((step, call, isHandedOver)) }
  }

  func note(_ stop: Stop, at step: Int) { change { $0.stops[step] = stop } }

  /// Notes that a gate no longer holds the call. Returns whether the gate has passed it on; `nil` if the gate had not
  /// held the call.
  func leave(_ step: Int, _ reason: String) -> Bool? {
    let (isHeld, isPassed) = state.withLock { state in
      (state.stops[step] == .held, state.passages.contains { $0.step == step })
    }
    if isHeld, !isPassed { note(Stop(word: "dropped", reason: reason), at: step) }
    return isHeld ? isPassed : nil
  }

  private func change(_ body: (inout State) -> Void) {
    let isNews = state.withLock { state in
      body(&state)
      // If the entry was already written, it lacks this change.
      defer { state.isPending = state.entry != nil }
      return state.entry != nil && !state.isPending
    }
    if isNews { owner?.goesOn(self) }
  }

  /// The arrivals so far. From now on, the inspector writes an additional entry for each change.
  func written(as entry: Int?) -> (entry: Int?, arrivals: [Arrival]) {
    let state = state.withLock { state in
      if let entry { state.entry = entry }
      state.isPending = false
      return state
    }
    return (state.entry, Self.arrivals(state))
  }

  private static func arrivals(_ state: State) -> [Arrival] {
    let passages = Dictionary(grouping: state.passages, by: \.step)
    return state.ways.flatMap { way, tracked in way.routes.map { (tracked, $0) } }.flatMap { tracked, route in
      // A combinator may have replaced the call with several calls, or with none.
      let last = route.steps.last.flatMap { passages[$0.number] } ?? []
      return (0..<max(1, last.count)).map { number in
        Arrival(
          destination: route.destination, tracked: tracked,
          steps: route.steps.map { step in
            let here = passages[step.number] ?? []
            return (step, here.isEmpty ? nil : here[min(number, here.count - 1)].call)
          }, stop: route.steps.first { passages[$0.number] == nil }.flatMap { state.stops[$0.number] } ?? .leftOut,
          isHandedOver: number < last.count && last[number].isHandedOver)
      }
    }
  }
}

extension TrackedUserProperty {
  /// The traits of a group; `nil` for every other property.
  var traits: TrackedProperties? { if case .group(let traits) = operation { traits } else { nil } }
}
