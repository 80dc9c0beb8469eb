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
  let local = { model.setupTrackableChain(parent: service) }
  local()
  let sendable = { @Sendable (parent: Service) in service.setupTrackableChain(parent: parent) }
  sendable(service)
  withTrackedProperties([:]) { model.setupTrackableChain(parent: service) }
}

func inTasks(_ service: Service, _ player: Player) async {
  Task { Model().setupTrackableChain(parent: service) }
  Task.detached { Model().setupTrackableChain(parent: service) }
  await MainActor.run { Model().setupTrackableChain(parent: service) }
  await withTaskGroup { $0.addTask { Model().setupTrackableChain(parent: service) } }
  async let link: Void = service.setupTrackableChain(parent: player)
  await link
  await player.run { player in Model().setupTrackableChain(parent: player) }
}

@MainActor func assumed(_ service: Service) {
  MainActor.assumeIsolated { Model().setupTrackableChain(parent: service) }
}

func isolated(_ child: Model, _ service: Service, on actor: isolated any Actor) {
  child.setupTrackableChain(parent: service)
}

func isolated(_ child: Model, _ service: Service, likeCaller: isolated (any Actor)? = #isolation) {
  child.setupTrackableChain(parent: service)
}

@concurrent func concurrent(_ child: sending Model, _ service: Service) async {
  child.setupTrackableChain(parent: service)
}

nonisolated(nonsending) func nonsending(_ child: Model, _ service: Service) async {
  child.setupTrackableChain(parent: service)
}

func sent(_ child: sending Model, _ service: Service) {
  child.setupTrackableChain(parent: service)
}
