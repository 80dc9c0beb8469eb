// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
import Trackable

@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}
@globalActor enum Lounge {
  actor Instance {}
  static let shared = Instance()
}
@globalActor final class Video {
  actor Instance {}
  static let shared = Instance()
}
@globalActor actor Kitchen { static let shared = Kitchen() }

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@Audio class Sound {}
extension Sound: @Audio TrackableClass { var trackedProperties: TrackedProperties {} }
@Lounge class Guest {}
extension Guest: @Lounge TrackableClass { var trackedProperties: TrackedProperties {} }
@Video class Film {}
extension Film: @Video TrackableClass { var trackedProperties: TrackedProperties {} }
@Kitchen class Dish {}
extension Dish: @Kitchen TrackableClass { var trackedProperties: TrackedProperties {} }
final class Plate: Sendable {}
extension Plate: @Kitchen TrackableClass { var trackedProperties: TrackedProperties {} }

final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}

@MainActor func link(_ screen: Screen, _ service: Service) {
  screen.link(to: service)
  service.link(to: screen)
  screen.track(Opened())
}

@Audio func link(_ sound: Sound, _ service: Service) {
  sound.link(to: service)
  service.link(to: sound)
  sound.track(Opened())
}

@Lounge func link(_ guest: Guest, _ service: Service) {
  guest.link(to: service)
  service.link(to: guest)
  guest.track(Opened())
}

@Video func link(_ film: Film, _ service: Service) {
  film.link(to: service)
  service.link(to: film)
  film.track(Opened())
}

@Kitchen func link(_ dish: Dish, _ plate: Plate, _ service: Service) {
  dish.link(to: plate)
  plate.link(to: dish)
  service.link(to: plate)
  plate.track(Opened())
}

// Another actor's object hands down its context, or it is given as a type that does not say where it belongs.
@MainActor func link(_ screen: Screen, to context: TrackingContext, _ parent: any TrackableClass & Sendable) {
  screen.link(to: context)
  screen.link(to: parent)
}

func inTasks(_ screen: Screen, _ sound: Sound, _ service: Service) async {
  Task { @MainActor in service.link(to: screen) }
  Task { @Audio in service.link(to: sound) }
  await MainActor.run { screen.track(Opened()) }
}
