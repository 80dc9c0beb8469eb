// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

@MainActor func onTheMainActor(_ child: Model) {
  child.setupTrackableChain(trackedProperties: [:], isolation: MainActor.shared)
  child.track(Opened(), isolation: MainActor.shared)
}

func onAGivenActor(_ child: Model, _ player: isolated Player) {
  child.setupTrackableChain(trackedProperties: [:], isolation: player)
}

func passedOn(_ child: Model, isolation: isolated (any Actor)? = #isolation) {
  child.setupTrackableChain(trackedProperties: [:])
  child.track(Opened(), isolation: isolation)
}

extension Player {
  func onItself(_ child: Model) {
    child.setupTrackableChain(trackedProperties: [:], isolation: self)
    _ = child.makeTrackingContext(isolation: self)
    passedOn(child)
    // No actor: it is safe, and the library knows less of it.
    child.setupTrackableChain(trackedProperties: [:], isolation: nil)
  }
}
