// The two ways to track on a screen in an async function.
import Trackable

enum Album: String, Event { case opened }

@MainActor final class Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

func open(_ screen: Screen) async { await MainActor.run { screen.track(Album.opened) } }

@MainActor func openHere(_ screen: Screen) async { screen.track(Album.opened) }
