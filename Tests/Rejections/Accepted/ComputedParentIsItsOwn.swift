// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

final class Service: TrackableClass, Sendable {
  let other = OtherService()
  var trackableParent: (any TrackableClass)? { other }
}

final class OtherService: TrackableClass, Sendable {}

actor Player: TrackableClass {
  let service = Service()
  nonisolated var trackableParent: (any TrackableClass)? { service }
}

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {}
@MainActor let root = Screen()

@MainActor class Cell { let model = Model() }
extension Cell: @MainActor TrackableClass {
  var trackableParent: (any TrackableClass)? { root }
}

class Model: TrackableClass {
  var owner: Model?
  var trackableParent: (any TrackableClass)? { owner }
}
