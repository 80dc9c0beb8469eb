// A main-actor parent cannot be linked outside the main actor, by a Sendable child, another object, or another actor.
import Trackable

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {}
class Model: TrackableClass {}
final class Service: TrackableClass, Sendable {}
actor Player {}
extension Player: TrackableClass {}

func link(to screen: Screen) {
  Service().setupTrackableChain(parent: screen)  // expected-error {{main actor-isolated conformance of 'Screen'}}
  Model().setupTrackableChain(parent: screen)  // expected-error {{main actor-isolated conformance of 'Screen'}}
}

extension Player {
  func link(to screen: Screen) {
    setupTrackableChain(parent: screen)  // expected-error {{main actor-isolated conformance of 'Screen'}}
  }
}
