// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// A parent that an object computes is the object's own, or Sendable: no object hands out the object of another actor.
import Trackable

#if REJECTED
  class Parent: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
#else
  final class Parent: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
#endif

final class Service: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  // expected-error@+1 {{stored property 'parent' of 'Sendable'-conforming class 'Service' has non-Sendable type 'Parent'}}
  let parent = Parent()
  var trackableParent: (any TrackableClass)? { parent }
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let parent = Parent()  // expected-note * {{}}
  nonisolated var trackableParent: (any TrackableClass)? {
    // expected-error@+1 {{actor-isolated property 'parent' can not be referenced from a nonisolated context}}
    parent
  }
}

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@MainActor let root = Screen()  // expected-note * {{}}

#if REJECTED
  class Child: TrackableClass {
    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? {
      // expected-error@+2 {{main actor-isolated let 'root' can not be referenced from a nonisolated context}}
      // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
      root
    }
  }
#else
  @MainActor class Cell {}
  extension Cell: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? { root }
  }

  class Model: TrackableClass {
    var trackedProperties: TrackedProperties {}
    var owner: Model?
    var trackableParent: (any TrackableClass)? { owner }
  }
#endif
