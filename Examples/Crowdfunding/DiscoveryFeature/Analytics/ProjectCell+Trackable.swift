import CrowdfundingCore
import Trackable

extension ProjectCell: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    project?.trackedProperties
  }

  func trackSeen() {
    track(Events.Card.seen)
  }

  func trackTapped() {
    track(Events.Card.tapped)
  }
}
