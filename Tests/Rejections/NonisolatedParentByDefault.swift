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
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.setupTrackableChain(parent: parent)
}

extension Player {
  func link(to screen: Screen) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
    setupTrackableChain(parent: screen)
  }
}

nonisolated func elsewhere(_ screen: Screen, _ child: Model) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  child.setupTrackableChain(parent: screen)
}
