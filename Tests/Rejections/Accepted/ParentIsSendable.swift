// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// Every way to link that the law of isolation allows. An object that is not Sendable hands down its context.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let model = Model()

  func link(_ child: Model, _ service: Service) {
    child.setupTrackableChain(parent: self)
    child.setupTrackableChain(parent: service)
    setupTrackableChain(parent: service)
    link(to: model.makeTrackingContext())
  }

  nonisolated func link(to parent: Service) {
    setupTrackableChain(parent: parent)
    track(Moment())
  }
}

func outsideOfActors(_ child: Model, _ service: Service, _ parent: Model, _ maybe: Service?, _ player: Player) {
  child.setupTrackableChain(parent: service)
  child.link(to: parent.makeTrackingContext())
  child.setupTrackableChain(parent: player)
  child.setupTrackableChain(parent: nil)
  child.setupTrackableChain(trackedProperties: ["a" ~>> 1])
  service.setupTrackableChain(parent: maybe)
  service.link(to: parent.makeTrackingContext())
  service.setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: player)
  Task { service.track(Moment()) }
}

func inATask(_ child: Model, _ service: Service, _ player: Player) async {
  child.setupTrackableChain(parent: service)
  child.setupTrackableChain(parent: player)
  service.setupTrackableChain(parent: player)
}

@MainActor func onTheMainActor(_ child: Model, _ screen: Screen, _ service: Service, _ player: Player) {
  child.setupTrackableChain(parent: screen)
  screen.setupTrackableChain(parent: service)
  screen.setupTrackableChain(parent: player)
  service.setupTrackableChain(parent: screen)
  player.setupTrackableChain(parent: screen)
  screen.link(to: child.makeTrackingContext())
  screen.track(Moment())
}

extension Screen {
  func push(_ child: Screen) { child.setupTrackableChain(parent: self) }
}

struct Moment: AnalyticsEvent {}
