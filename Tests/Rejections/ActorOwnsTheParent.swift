// Inside an actor, a Sendable child may take a parent that is not: the actor owns the parent from then on.
import Trackable

class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}
struct Opened: AnalyticsEvent {}

@MainActor func link(child: Service) {
  let parent = Model()
  child.setupTrackableChain(parent: parent)
  // expected-error@+2 {{risks causing data races}}
  // expected-note@+1 * {{}}
  Task.detached { parent.track(Opened()) }
}

actor Player {
  func link(child: Service) {
    let parent = Model()
    child.setupTrackableChain(parent: parent)
    // expected-error@+2 {{risks causing data races}}
    // expected-note@+1 * {{}}
    Task.detached { parent.track(Opened()) }
  }
}
