// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// A parent that an object computes is the object's own, or Sendable: no object hands out the object of another actor.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}

final class Service: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  // expected-error@+1 {{stored property 'model' of 'Sendable'-conforming class 'Service' has non-Sendable type 'Model'}}
  let model = Model()
  var trackableParent: (any TrackableClass)? { model }
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let model = Model()  // expected-note * {{}}
  nonisolated var trackableParent: (any TrackableClass)? {
    // expected-error@+1 {{actor-isolated property 'model' can not be referenced from a nonisolated context}}
    model
  }
}

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@MainActor let root = Screen()  // expected-note * {{}}

class Child: TrackableClass {
  var trackedProperties: TrackedProperties {}
  var trackableParent: (any TrackableClass)? {
    // expected-error@+2 {{main actor-isolated let 'root' can not be referenced from a nonisolated context}}
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
    root
  }
}
