// For an object that is no TrackableClass, the compiler explains what a parent is.
import Trackable

@MainActor final class Presenter {}
#if REJECTED
  protocol Coordinator: AnyObject {}
#else
  protocol Coordinator: TrackableClass, Sendable {}
  extension Presenter: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
#endif

@MainActor final class Screen {
  weak var coordinator: (any Coordinator)?
  var presenter = Presenter()
}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

extension Screen {
  func link() {
    // expected-error@+1 {{'link(to:_:)' is unavailable: A parent is a TrackableClass and Sendable: an actor, a class of a global actor, or a Sendable class. A protocol says the first, and its variable both: 'protocol Coordinator: TrackableClass' and 'any Coordinator & Sendable'. Another object hands down its context: 'link(to: object.makeTrackingContext())'.}}
    link(to: coordinator)
    // expected-error@+1 {{is unavailable: A parent is a TrackableClass and Sendable}}
    link(to: presenter) { "a" ~>> 1 }
  }
}
