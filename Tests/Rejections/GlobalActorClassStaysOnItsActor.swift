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
  screen.track(Opened())  // expected-error {{main actor-isolated conformance of 'Screen'}}
  sound.track(Opened())  // expected-error {{global actor 'Audio'-isolated conformance of 'Sound'}}
  guest.track(Opened())  // expected-error {{global actor 'Lounge'-isolated conformance of 'Guest'}}
  film.track(Opened())  // expected-error {{global actor 'Video'-isolated conformance of 'Film'}}
  dish.track(Opened())  // expected-error {{global actor 'Kitchen'-isolated conformance of 'Dish'}}
  plate.track(Opened())  // expected-error {{global actor 'Kitchen'-isolated conformance of 'Plate'}}
}

@MainActor func link(_ screen: Screen, _ sound: Sound, _ guest: Guest, _ film: Film, _ plate: Plate) {
  // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound'}}
  sound.setupTrackableChain(parent: screen)
  // expected-error@+1 {{global actor 'Lounge'-isolated conformance of 'Guest'}}
  screen.setupTrackableChain(parent: guest)
  // expected-error@+1 {{global actor 'Video'-isolated conformance of 'Film'}}
  Service().setupTrackableChain(parent: film)
  // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate'}}
  screen.setupTrackableChain(parent: plate)
}

@Audio func link(_ sound: Sound, to screen: Screen) {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen'}}
  sound.setupTrackableChain(parent: screen)
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  func link(to screen: Screen, _ dish: Dish) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen'}}
    setupTrackableChain(parent: screen)
    // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Dish'}}
    setupTrackableChain(parent: dish)
  }
}

func inTasks(_ screen: Screen, _ service: Service) async {
  // expected-error@+1 {{main actor-isolated conformance of 'Screen'}}
  Task.detached { service.setupTrackableChain(parent: screen) }
  // expected-error@+1 {{main actor-isolated conformance of 'Screen'}}
  Task { @Audio in service.setupTrackableChain(parent: screen) }
  // expected-error@+1 {{main actor-isolated conformance of 'Screen'}}
  await withTaskGroup { $0.addTask { screen.track(Opened()) } }
}

@concurrent func concurrent(_ screen: Screen) async {
  screen.track(Opened())  // expected-error {{main actor-isolated conformance of 'Screen'}}
}

func isolated(_ screen: Screen, on actor: isolated any Actor) {
  screen.track(Opened())  // expected-error {{main actor-isolated conformance of 'Screen'}}
}
