// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// An object that is not Sendable belongs to the actor on which it was linked or tracked on: calls on that actor may ask
// whether it is gone. So the compiler refuses to let it leave, in any shape.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
struct Level: UserProperty { let value = 1 }

func take(_ model: sending Model) {}
@concurrent func takeConcurrently(_ model: Model) async {}

@MainActor func linked() {
  let child = Model()
  child.link {}
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func linkedToAParent(_ parent: Service) {
  let child = Model()
  child.link(to: parent)
  // expected-error@+1 {{passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure}} expected-note@+1 * {{}}
  Task.detached { child.track(Opened()) }
}

@MainActor func linkedToAContext(_ context: TrackingContext) {
  let child = Model()
  child.link(to: context)
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func tracked() {
  let child = Model()
  child.track(Opened())
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func updated() {
  let child = Model()
  child.updateUserProperty(Level())
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func askedForItsContext() {
  let child = Model()
  let context = child.makeTrackingContext()
  Task.detached { context.track(Opened()) }
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func explained() {
  let child = Model()
  print(child.explainTracking(of: Opened()))
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

func assumed() {
  let child = Model()
  // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
  MainActor.assumeIsolated { child.link {} }
  take(child)  // expected-note * {{}}
}

actor Player {
  func returned() -> sending Model {
    let child = Model()
    child.link {}
    return child  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
  }

  func takenConcurrently() async {
    let child = Model()
    child.link {}
    await takeConcurrently(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
  }

  func byAsyncLet() async {
    let child = Model()
    child.link {}
    // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
    async let event: Void = child.track(Opened())
    await event
  }

  func onAnotherActor() async {
    let child = Model()
    child.link {}
    // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
    await MainActor.run { child.track(Opened()) }
  }

  func inAClosure() {
    let child = Model()
    let link = {
      _ = self
      // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
      child.link {}
    }
    link()
    take(child)  // expected-note * {{}}
  }
}

func isolated(on actor: isolated any Actor) {
  let child = Model()
  child.link {}
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

func isolated(likeCaller: isolated (any Actor)? = #isolation) {
  let child = Model()
  child.link {}
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

nonisolated(nonsending) func nonsending() async {
  let child = Model()
  child.link {}
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

func linkedOnAGivenActor(_ player: Player) async {
  let child = Model()
  // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
  await child.link(isolation: player) {}
  take(child)  // expected-note * {{}}
}
