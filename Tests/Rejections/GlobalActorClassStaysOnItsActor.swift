// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A conformance that is isolated to a global actor, of any shape, is of no use elsewhere: its objects neither track
// nor are linked there, neither as children nor as parents.
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
// The class has no actor; only its conformance does.
final class Plate: Sendable {}
extension Plate: @Kitchen TrackableClass { var trackedProperties: TrackedProperties {} }

final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}

func track(_ screen: Screen, _ sound: Sound, _ guest: Guest, _ film: Film, _ dish: Dish, _ plate: Plate) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  screen.track(Opened())
  // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot be used in nonisolated context}}
  sound.track(Opened())
  // expected-error@+1 {{global actor 'Lounge'-isolated conformance of 'Guest' to 'TrackableClass' cannot be used in nonisolated context}}
  guest.track(Opened())
  // expected-error@+1 {{global actor 'Video'-isolated conformance of 'Film' to 'TrackableClass' cannot be used in nonisolated context}}
  film.track(Opened())
  // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Dish' to 'TrackableClass' cannot be used in nonisolated context}}
  dish.track(Opened())
  // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate' to 'TrackableClass' cannot be used in nonisolated context}}
  plate.track(Opened())
}

@MainActor func link(_ screen: Screen, _ sound: Sound, _ guest: Guest, _ film: Film, _ plate: Plate) {
  // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot be used in main actor-isolated context}}
  sound.link(to: screen)
  // expected-error@+1 {{global actor 'Lounge'-isolated conformance of 'Guest' to 'TrackableClass' cannot be used in main actor-isolated context}}
  screen.link(to: guest)
  // expected-error@+1 {{global actor 'Video'-isolated conformance of 'Film' to 'TrackableClass' cannot be used in main actor-isolated context}}
  Service().link(to: film)
  // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate' to 'TrackableClass' cannot be used in main actor-isolated context}}
  screen.link(to: plate)
}

@Audio func link(_ sound: Sound, to screen: Screen) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in global actor 'Audio'-isolated context}}
  sound.link(to: screen)
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  func link(to screen: Screen, _ dish: Dish) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
    link(to: screen)
    // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Dish' to 'TrackableClass' cannot be used in actor-isolated context}}
    link(to: dish)
  }
}

func inTasks(_ screen: Screen, _ service: Service) async {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  Task.detached { service.link(to: screen) }
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in global actor 'Audio'-isolated context}}
  Task { @Audio in service.link(to: screen) }
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  await withTaskGroup { $0.addTask { screen.track(Opened()) } }
}

@concurrent func concurrent(_ screen: Screen) async {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
  screen.track(Opened())
}

func isolated(_ screen: Screen, on actor: isolated any Actor) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
  screen.track(Opened())
}
