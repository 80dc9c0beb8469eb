// Every way to link that the law of isolation allows. The rejected programs beside this folder differ from these in
// one line each.
import Trackable

class Model: TrackableClass {}
class OtherModel: TrackableClass {}
final class Service: TrackableClass, Sendable {}
final class OtherService: TrackableClass, Sendable {}

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "screen" ~>> "home" }
}

@MainActor class OtherScreen {}
extension OtherScreen: @MainActor TrackableClass {}

actor Player {}
extension Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { "player" ~>> "main" }
}

func outsideAnyActor() {
  let model = Model()
  let other = OtherModel()
  model.setupTrackableChain(parent: other)
  model.track(Moment())
  other.setupTrackableChain(trackedProperties: ["a" ~>> 1])

  let service = Service()
  let otherService = OtherService()
  service.setupTrackableChain(parent: otherService)
  Task { service.track(Moment()) }
  Task { otherService.track(Moment()) }

  model.setupTrackableChain(parent: service)
  model.setupTrackableChain()
  service.setupTrackableChain()
}

func aPairMayBeSentTogether() {
  let model = Model()
  model.setupTrackableChain(parent: OtherModel())
  Task { model.track(Moment()) }
}

@MainActor func onTheMainActor(player: Player) {
  let screen = Screen()
  let other = OtherScreen()
  let model = Model()
  screen.setupTrackableChain(parent: other)
  screen.setupTrackableChain(parent: model)
  model.setupTrackableChain(parent: other)
  player.setupTrackableChain(parent: screen)
  Service().setupTrackableChain(parent: model)
  screen.track(Moment())
  model.track(Moment())
}

extension Player {
  func link(to model: Model, screen: Screen) {
    setupTrackableChain(parent: model)
    model.setupTrackableChain(parent: self)
    model.track(Moment())
    track(Moment())
  }
}

struct Moment: AnalyticsEvent {}
