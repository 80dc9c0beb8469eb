// swiftc: -default-isolation MainActor
// swiftc: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// Where the main actor is the default isolation, a class that leaves it has to be Sendable to be a parent.
import Trackable

nonisolated class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
class Screen: TrackableClass {
  var title = ""
  var trackedProperties: TrackedProperties { "title" ~>> title }
}
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

func link(_ child: Screen, _ parent: Model) {
  child.setupTrackableChain(parent: parent)  // expected-error {{'Model' does not conform to the 'Sendable' protocol}}
}

extension Player {
  func link(to screen: Screen) {
    setupTrackableChain(parent: screen)  // expected-error {{main actor-isolated conformance of 'Screen'}}
  }
}

nonisolated func elsewhere(_ screen: Screen, _ child: Model) {
  child.setupTrackableChain(parent: screen)  // expected-error {{main actor-isolated conformance of 'Screen'}}
}
