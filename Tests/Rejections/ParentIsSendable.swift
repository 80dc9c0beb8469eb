// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A parent is read for the events of others: it has to be Sendable, for any child, on any actor.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let model = Model()

  func link(_ child: Model) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    child.setupTrackableChain(parent: model)
    setupTrackableChain(parent: model)  // expected-error {{type 'Model' does not conform to the 'Sendable' protocol}}
  }

  nonisolated func link(to parent: Model) {
    setupTrackableChain(parent: parent)  // expected-error {{type 'Model' does not conform to the 'Sendable' protocol}}
  }
}

func outsideOfActors(_ child: Model, _ service: Service, _ parent: Model, _ maybe: Model?) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.setupTrackableChain(parent: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(parent: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(parent: maybe)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: parent)
}

func inATask(_ child: Model, _ service: Service, _ parent: Model) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.setupTrackableChain(parent: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(parent: parent)
}

@MainActor func onTheMainActor(_ child: Model, _ screen: Screen, _ service: Service, _ parent: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.setupTrackableChain(parent: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  screen.setupTrackableChain(parent: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(parent: parent)
}

extension Model {
  func push(_ child: Model) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    child.setupTrackableChain(parent: self)
  }
}
