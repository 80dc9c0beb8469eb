import Trackable

/// A gate in front of destinations. It counts how many of the calls that the gate held were passed on or dropped.
final class InspectedGate: Sendable {
  private enum Mode: String { case opened = "Opened for", closed = "Closed for", holding = "Holds calls again for" }

  private struct State {
    var mode: Mode
    /// The numbers since the gate last opened or closed.
    var passed = 0, dropped = 0
    var isReset = false
  }

  let step: Int
  let gate: TrackerGate
  private let destinations: String
  private weak let inspector: (any WayInspector)?
  private let state: Lock<State>

  init(_ gate: TrackerGate, step: Int, destinations: [String], inspector: any WayInspector) {
    (self.gate, self.step, self.inspector) = (gate, step, inspector)
    self.destinations = destinations.joined(separator: ", ")
    state = Lock(State(mode: Self.mode(of: gate)))
  }

  private static func mode(of gate: TrackerGate) -> Mode {
    gate.isOpen ? .opened : gate.isClosed ? .closed : .holding
  }

  /// Counts a call that the gate no longer holds.
  func count(isPassed: Bool) { state.withLock { if isPassed { $0.passed += 1 } else { $0.dropped += 1 } } }

  /// Notes a reset that no caller has made. The gate makes such a reset, followed by a purge, because the user has
  /// denied consent.
  func noteReset() { state.withLock { $0.isReset = true } }

  /// Records whether the gate is open or closed, unless that was already recorded. The method is also called when a new
  /// tracker is put behind the gate.
  func tell() {
    let mode = Self.mode(of: gate)
    let earlier = state.withLock { state -> State? in
      if state.mode == mode { return nil }
      return exchange(&state, with: State(mode: mode))
    }
    guard let earlier else { return }
    let text =
      "\(mode.rawValue) \(destinations): \(earlier.passed) held calls went on, \(earlier.dropped) were dropped."
      + (earlier.isReset ? " The denial has made a reset and a purge there." : "")
    inspector?.recordGate(gate.name, text)
  }
}

/// A tracker in front of a gate, which gives the gate a ``Hold`` with each call.
struct GateTracker: PassingTracker {
  var base: any AnalyticsEventTracker
  let gate: InspectedGate

  func forward(_ call: TrackerCall) {
    guard let trace = Trace.of(call) else { return call.perform(on: base) }
    var hold: Hold? = Hold(trace, gate)
    TrackerCall.$trace.withValue(hold) { call.perform(on: base) }
    weak let kept = hold
    hold = nil
    if kept != nil { trace.note(.held, at: gate.step) }
  }
}

/// Stands for a call at a gate. It exists as long as the gate holds the call, however the gate gives up the call.
final class Hold: Sendable {
  let trace: Trace
  private let gate: InspectedGate

  init(_ trace: Trace, _ gate: InspectedGate) {
    (self.trace, self.gate) = (trace, gate)
    trace.note(.refused, at: gate.step)
  }

  deinit {
    if let isPassed = trace.leave(gate.step, reason) { gate.count(isPassed: isPassed) }
  }

  /// Why the gate drops the call now. The reason follows from the call that the current thread is making.
  private var reason: String {
    let cause = (TrackerCall.trace as? Hold)?.trace
    if gate.gate.isClosed { return "when the gate closed" }
    if let effect = cause?.effect { return effect }
    if gate.gate.isOpen { return "because the gate opened for another user, or was full" }
    return cause == nil ? "because its tracker was released" : "because the gate was full"
  }
}
