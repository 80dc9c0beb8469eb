import Trackable

/// A step on the way of a call: notes the call as it is here.
struct StepTracker: PassingTracker, GatedTracker {
  var base: any AnalyticsEventTracker
  let step: Int
  /// The gate directly in front of this step.
  let gate: InspectedGate?

  func forward(_ call: TrackerCall) {
    // A hub that finds the step inside it has put the door of a queue in place of the destination.
    if let trace = Trace.of(call) {
      trace.add(call, at: step, isHandedOver: base is any CountingTracker)
    } else if case .reset = call {
      gate?.noteReset()
    }
    call.perform(on: base)
  }

  func gateHasTurned() { gate?.tell() }
}
