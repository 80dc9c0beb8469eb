// The code to write in place of ForwardingTrackerIsAStruct.swift.
import Trackable

struct Passing: ForwardingTracker {
  var base: any AnalyticsEventTracker
}

struct Sampling: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let isIncluded: Bool

  func track(_ event: TrackedEvent) {
    if isIncluded { base.track(event) }
  }
}
