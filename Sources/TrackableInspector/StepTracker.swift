import Trackable

/// The tracker at one step of a ``Way``, which notes the call as it is at this step.
struct StepTracker: PassingTracker, GatedTracker {
  var base: any AnalyticsEventTracker
  let step: Int
  /// The gate directly in front of this step.
  let gate: InspectedGate?

  func forward(_ call: TrackerCall) {
    // If the step is inside a hub, the hub has replaced the destination by the entrance of its queue, which is a
    // `HubEntrance`.
    if let trace = Trace.of(call) {
      trace.add(call, at: step, isHandedOver: base is any HubEntrance)
    } else if case .reset = call {
      gate?.noteReset()
    }
    call.perform(on: base)
  }

  func gateHasTurned() { gate?.tell() }
}
