// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A conformance that is isolated to a global actor, of any shape, is of no use elsewhere: its objects neither track
// nor are linked there, neither as children nor as parents. As the parent of generic code, write `any TrackableClass & Sendable`.
import Trackable

@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}
@globalActor actor Kitchen { static let shared = Kitchen() }

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
@Audio class Sound {}
extension Sound: @Audio TrackableClass { var trackedProperties: TrackedProperties {} }
// The class has no actor; only its conformance does.
final class Plate: Sendable {}
extension Plate: @Kitchen TrackableClass { var trackedProperties: TrackedProperties {} }

final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}

#if REJECTED
  func track(_ screen: Screen, _ sound: Sound, _ plate: Plate) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
    screen.track(Opened())
    // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot be used in nonisolated context}}
    sound.track(Opened())
    // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate' to 'TrackableClass' cannot be used in nonisolated context}}
    plate.track(Opened())
  }

  @MainActor func link(_ screen: Screen, _ sound: Sound, _ plate: Plate) {
    // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot be used in main actor-isolated context}}
    sound.link(to: screen)
    // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate' to 'TrackableClass' cannot be used in main actor-isolated context}}
    screen.link(to: plate)
  }

  @Audio func link(_ sound: Sound, to screen: Screen) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in global actor 'Audio'-isolated context}}
    sound.link(to: screen)
  }

  actor Player: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}
    func link(to screen: Screen, _ plate: Plate) {
      // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
      link(to: screen)
      // expected-error@+1 {{global actor 'Kitchen'-isolated conformance of 'Plate' to 'TrackableClass' cannot be used in actor-isolated context}}
      link(to: plate)
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
    // expected-error@+2 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
    // expected-warning@+1 {{no 'async' operations occur within 'await' expression}} (warnings count as errors)
    await screen.track(Opened())
  }

  func isolated(_ screen: Screen, on actor: isolated any Actor) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
    screen.track(Opened())
  }

  func link<Parent: TrackableClass & Sendable>(_ child: Service, to parent: Parent) {  // expected-note * {{}}
    child.link(to: parent)
  }

  @Audio func generic(_ sound: Sound, _ service: Service) {
    // expected-error@+1 {{global actor 'Audio'-isolated conformance of 'Sound' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    link(service, to: sound)
  }

  extension TrackableClass where Self: Sendable {
    // expected-note@+1 * {{}}
    func adopt(_ child: Service) { child.link(to: self) }
  }

  @MainActor func inAnExtension(_ screen: Screen, _ service: Service) {
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
    screen.adopt(service)
  }
#else
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

  @Kitchen func link(_ plate: Plate, _ service: Service) {
    plate.link(to: service)
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

  func link(_ child: Service, to parent: any TrackableClass & Sendable) {
    child.link(to: parent)
  }

  @Audio func erased(_ sound: Sound, _ service: Service) { link(service, to: sound) }

  extension TrackableClass {
    func adopt(_ child: any TrackableClass, isolation: isolated (any Actor)? = #isolation) where Self: Sendable {
      child.link(to: self)
    }
  }

  func inAnExtension(_ parent: Service, _ service: Service) { parent.adopt(service) }
#endif
