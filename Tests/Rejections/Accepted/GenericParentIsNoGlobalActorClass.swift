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

func link(_ child: Service, to parent: any TrackableClass & Sendable) {
  child.link(to: parent)
}

extension TrackableClass {
  func adopt(_ child: any TrackableClass, isolation: isolated (any Actor)? = #isolation) where Self: Sendable {
    child.link(to: self)
  }
}

@MainActor func existential(_ screen: Screen, _ service: Service) {
  link(service, to: screen)
}

@Audio func existential(_ sound: Sound, _ service: Service) {
  link(service, to: sound)
}

func generic(_ parent: Service, _ service: Service) {
  parent.adopt(service)
}
