import Trackable

/// A step on the way of an event: notes it as it is here.
struct StepTracker: PassingTracker {
  var base: any AnalyticsEventTracker
  let step: Int

  func forward(_ call: TrackerCall) {
    if case .track(let event) = call { (event.trace as? Trace)?.add(event, at: step) }
    call.perform(on: base)
  }
}
