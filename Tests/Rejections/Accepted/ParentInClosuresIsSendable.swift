// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  func run(_ body: @Sendable (isolated Player) -> Void) { body(self) }
}

func inClosures(_ service: Service, _ model: Model) {
  let local = { model.link(to: service) }
  local()
  let sendable = { @Sendable (parent: Service) in service.link(to: parent) }
  sendable(service)
  withTrackedProperties([:]) { model.link(to: service) }
}

func inTasks(_ service: Service, _ player: Player) async {
  Task { Model().link(to: service) }
  Task.detached { Model().link(to: service) }
  await MainActor.run { Model().link(to: service) }
  await withTaskGroup { $0.addTask { Model().link(to: service) } }
  async let link: Void = service.link(to: player)
  await link
  await player.run { player in Model().link(to: player) }
}

@MainActor func assumed(_ service: Service) {
  MainActor.assumeIsolated { Model().link(to: service) }
}

func isolated(_ child: Model, _ service: Service, on actor: isolated any Actor) {
  child.link(to: service)
}

func isolated(_ child: Model, _ service: Service, likeCaller: isolated (any Actor)? = #isolation) {
  child.link(to: service)
}

@concurrent func concurrent(_ child: sending Model, _ service: Service) async {
  child.link(to: service)
}

nonisolated(nonsending) func nonsending(_ child: Model, _ service: Service) async {
  child.link(to: service)
}

func sent(_ child: sending Model, _ service: Service) {
  child.link(to: service)
}
