// Inside an actor, a Sendable child may take a parent that is not: the actor owns the parent from then on.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}
struct Opened: AnalyticsEvent {}

@MainActor func link(child: Service) {
  let parent = Model()
  child.setupTrackableChain(parent: parent)
  Task.detached { parent.track(Opened()) }  // expected-error {{risks causing data races}}
  parent.track(Opened())
}

actor Player {
  func link(child: Service) {
    let parent = Model()
    child.setupTrackableChain(parent: parent)
    Task.detached { parent.track(Opened()) }  // expected-error {{risks causing data races}}
  }
}
