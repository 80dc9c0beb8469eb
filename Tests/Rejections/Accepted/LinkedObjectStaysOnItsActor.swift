// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// An object may leave as long as it was not linked, and one that was linked outside of actors; a context always may.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
struct Level: UserProperty { let value = 1 }

func take(_ model: sending Model) {}
@concurrent func takeConcurrently(_ model: Model) async {}

@MainActor func notLinked() {
  let child = Model()
  take(child)
}

@MainActor func notLinkedButTaken() async {
  let (one, two, three) = (Model(), Model(), Model())
  await takeConcurrently(one)
  async let event: Void = two.track(Opened())
  await event
  Task.detached { three.track(Opened()) }
}

func outsideOfActors(_ parent: Service, _ context: TrackingContext) {
  let child = Model()
  child.link(to: parent)
  child.link(to: context)
  child.track(Opened())
  child.updateUserProperty(Level())
  print(child.explainTracking(of: Opened()))
  take(child)
}

@concurrent func inATask() async {
  let child = Model()
  child.link {}
  await takeConcurrently(child)
}

@MainActor func contextLeaves(_ service: Service) {
  let child = Model()
  child.link(to: service)
  let context = child.makeTrackingContext()
  Task.detached { context.track(Opened()) }
  child.track(Opened())
}

@MainActor func sendableLeaves(_ service: Service) {
  let child = Service()
  child.link(to: service)
  Task.detached { child.track(Opened()) }
  child.track(Opened())
}

func assumed() {
  let child = Model()
  MainActor.assumeIsolated { child.link {} }
}

actor Player {
  func notLinked() -> sending Model { Model() }

  func notLinkedButUsedElsewhere() async {
    let child = Model()
    await MainActor.run { child.track(Opened()) }
  }

  func stays() async {
    let child = Model()
    child.link {}
    await Task.yield()
    child.track(Opened())
  }

  func inAClosure() {
    let child = Model()
    let link = {
      _ = self
      child.link {}
    }
    link()
  }
}

func isolated(on actor: isolated any Actor) {
  let child = Model()
  child.link {}
  child.track(Opened())
}

nonisolated(nonsending) func nonsending() async {
  let child = Model()
  child.link {}
  child.track(Opened())
}

func linkedOnAGivenActor(_ player: Player) async {
  let child = Model()
  await child.link(isolation: player) {}
}
