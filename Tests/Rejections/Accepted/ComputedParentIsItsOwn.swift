// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

final class Service: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  let other = OtherService()
  var trackableParent: (any TrackableClass)? { other }
}

final class OtherService: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let service = Service()
  nonisolated var trackableParent: (any TrackableClass)? { service }
}

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@MainActor let root = Screen()

@MainActor class Cell { let model = Model() }
extension Cell: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
  var trackableParent: (any TrackableClass)? { root }
}

class Model: TrackableClass {
  var trackedProperties: TrackedProperties {}
  var owner: Model?
  var trackableParent: (any TrackableClass)? { owner }
}
