// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// The same in closures, in tasks, and wherever code may get another isolation than the code around it.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  func run(_ body: @Sendable (isolated Player) -> Void) { body(self) }
}

func inClosures(_ service: Service, _ model: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  let local = { service.link(to: model) }
  local()
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  let sendable = { @Sendable (parent: Model) in service.link(to: parent) }
  sendable(model)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  withTrackedProperties([:]) { service.link(to: model) }
}

func inTasks(_ service: Service, _ player: Player) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  Task { service.link(to: Model()) }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  Task.detached { service.link(to: Model()) }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await MainActor.run { service.link(to: Model()) }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await withTaskGroup { $0.addTask { service.link(to: Model()) } }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  async let link: Void = service.link(to: Model())
  await link
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await player.run { player in player.link(to: Model()) }
}

@MainActor func assumed(_ service: Service) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  MainActor.assumeIsolated { service.link(to: Model()) }
}

func isolated(_ service: Service, _ parent: Model, on actor: isolated any Actor) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
}

func isolated(_ service: Service, _ parent: Model, likeCaller: isolated (any Actor)? = #isolation) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
}

@concurrent func concurrent(_ service: Service, _ parent: sending Model) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
}

nonisolated(nonsending) func nonsending(_ service: Service, _ parent: Model) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
}

func sent(_ service: Service, _ parent: sending Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
}
