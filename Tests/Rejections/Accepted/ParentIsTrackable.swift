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
    setupTrackableChain(parent: coordinator)
    setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: presenter)
    setupTrackableChain(parent: nil)
    setupTrackableChain(parent: presenter.makeTrackingContext())
  }
}
