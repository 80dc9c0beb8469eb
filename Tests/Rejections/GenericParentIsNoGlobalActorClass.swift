// A generic parent that has to be Sendable refuses classes of global actors: write `any TrackableClass & Sendable`.
import Trackable

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}
@Audio class Sound {}
extension Sound: @Audio TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

func link<Parent: TrackableClass & Sendable>(_ child: Service, to parent: Parent) {  // expected-note * {{}}
  child.link(to: parent)
}

extension TrackableClass where Self: Sendable {
  // expected-note@+1 * {{}}
  func adopt(_ child: Service) { child.link(to: self) }
}

@MainActor func generic(_ screen: Screen, _ service: Service) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  link(service, to: screen)
}

@Audio func generic(_ sound: Sound, _ service: Service) {
  // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  link(service, to: sound)
}

@MainActor func inAnExtension(_ screen: Screen, _ service: Service) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  screen.adopt(service)
}
