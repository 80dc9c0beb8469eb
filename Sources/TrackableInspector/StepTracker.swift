import Trackable

/// A step on the way of an event: notes it as it is here.
struct StepTracker: PassingTracker {
  var base: any AnalyticsEventTracker
  let step: Int

  func forward(_ call: TrackerCall) {
    // A hub that finds the step inside it has put the door of a queue in place of the destination.
    if case .track(let event) = call {
      (event.trace as? Trace)?.add(event, at: step, isHandedOver: base is any CountingTracker)
    }
    call.perform(on: base)
  }
}
