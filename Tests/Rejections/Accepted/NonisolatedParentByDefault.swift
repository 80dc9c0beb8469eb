// swiftc: -default-isolation MainActor
// swiftc: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

nonisolated final class Model: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
class Screen: TrackableClass {
  var title = ""
  var trackedProperties: TrackedProperties { "title" ~>> title }
}
// Its computed properties need no actor, so its conformance is nonisolated: code on any actor may link it.
class SilentScreen: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

func link(_ child: Screen, _ parent: Model) {
  child.link(to: parent)
  parent.link(to: child)
}

extension Player {
  func link(to model: Model, _ screen: SilentScreen) {
    link(to: model)
    link(to: screen)
  }
}

nonisolated func elsewhere(_ parent: Player, _ child: Model) {
  child.link(to: parent)
}
