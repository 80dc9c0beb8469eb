// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

@MainActor func onTheMainActor(_ child: Model) {
  child.link(isolation: MainActor.shared) {}
  child.track(Opened(), isolation: MainActor.shared)
}

func onAGivenActor(_ child: Model, _ player: isolated Player) {
  child.link(isolation: player) {}
}

func passedOn(_ child: Model, isolation: isolated (any Actor)? = #isolation) {
  child.link {}
  child.track(Opened(), isolation: isolation)
}

extension Player {
  func onItself(_ child: Model) {
    child.link(isolation: self) {}
    _ = child.makeTrackingContext(isolation: self)
    passedOn(child)
    // No actor: it is safe, and the library knows less of it.
    child.link(isolation: nil) {}
  }
}
