// The code to write in place of ParentIsTrackable.swift.
import Trackable

protocol Coordinator: TrackableClass, Sendable {}
@MainActor final class Presenter {}
extension Presenter: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

@MainActor final class Screen {
  weak var coordinator: (any Coordinator)?
  var presenter = Presenter()
}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

extension Screen {
  func link() {
    link(to: coordinator)
    link(to: presenter) { "a" ~>> 1 }
    unlink()
    link(to: presenter.makeTrackingContext())
  }
}
