// A screen belongs to the main actor, and an async function without isolation does not.
import Trackable

enum Album: String, Event { case opened }

@MainActor final class Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

func open(_ screen: Screen) async {
  // expected-error@+2 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  // expected-warning@+1 {{no 'async' operations occur within 'await' expression}} (warnings count as errors)
  await screen.track(Album.opened)
}
