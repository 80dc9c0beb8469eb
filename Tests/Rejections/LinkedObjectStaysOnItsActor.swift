// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// An object that is not Sendable belongs to the actor on which it was linked or tracked on: calls on that actor may ask
// whether it is gone. So the compiler refuses to let it leave, in any shape. It may leave as long as it was not linked, or if it was
// linked outside of actors; a context always may.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
struct Level: UserProperty { let value = 1 }
protocol Node: TrackableClass {}

@globalActor struct Audio {
  actor Instance {}
  static let shared = Instance()
}
@globalActor actor Kitchen { static let shared = Kitchen() }

#if REJECTED
  func take<Value>(_ value: sending Value) {}
#else
  func take<Value>(_ value: Value) {}
#endif
func takeSent<Value>(_ value: sending Value) {}
@concurrent func takeConcurrently(_ model: Model) async {}

// MARK: It stays

@MainActor func linked() {
  let child = Model()
  child.link {}
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func linkedToAParent(_ parent: Service) {
  let child = Model()
  child.link(to: parent)
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@MainActor func linkedToAContext(_ context: TrackingContext) {
  let child = Model()
  child.link(to: context)
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@Audio func tracked() {
  let child = Model()
  child.track(Opened())
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@Kitchen func updated() {
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
  #if REJECTED
    take(child)  // expected-note * {{}}
  #endif
}

#if REJECTED
  @MainActor func takenByATask() {
    let child = Model()
    child.link {}
    // expected-error@+1 {{passing closure as a 'sending' parameter risks causing data races between main actor-isolated code and concurrent execution of the closure}} expected-note@+1 * {{}}
    Task.detached { child.track(Opened()) }
  }

  actor Recorder {
    func returned() -> sending Model {
      let child = Model()
      child.link {}
      return child  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
    }

    func takenConcurrently() async {
      let child = Model()
      child.link {}
      // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
      await takeConcurrently(child)
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
  }
#endif

actor Player {
  func inAClosure() {
    let child = Model()
    let link = {
      _ = self
      // expected-error@+1 {{sending 'child' risks causing data races}} expected-note@+1 * {{}}
      child.link {}
    }
    link()
    #if REJECTED
      take(child)  // expected-note * {{}}
    #endif
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
  #if REJECTED
    take(child)  // expected-note * {{}}
  #endif
}

// MARK: It stays, whatever its type says

@MainActor func array() {
  let children: [any TrackableClass] = [Model(), Model()]
  for child in children { child.setupTrackableChain(trackedProperties: [:]) }
  take(children)  // expected-error {{sending 'children' risks causing data races}} expected-note * {{}}
}

@MainActor func cast() {
  let child: AnyObject = Model()
  (child as? any TrackableClass)?.setupTrackableChain(trackedProperties: [:])
  // expected-error@+1 {{sending value of non-Sendable type 'AnyObject' risks causing data races}} expected-note@+1 * {{}}
  take(child)
}

func link(_ child: some TrackableClass, isolation: isolated (any Actor)? = #isolation) {
  child.setupTrackableChain(trackedProperties: [:])
}

@MainActor func generic() {
  let child = Model()
  link(child)
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

extension Node {
  func link(isolation: isolated (any Actor)? = #isolation) { setupTrackableChain(trackedProperties: [:]) }
}

@MainActor func inAProtocolExtension(_ make: () -> sending any Node) {
  let child = make()
  child.link()
  // expected-error@+1 {{sending value of non-Sendable type 'any Node' risks causing data races}} expected-note@+1 * {{}}
  take(child)
}

// MARK: It leaves

@MainActor func notLinked(_ make: () -> sending any Node) async {
  let (child, erased): (Model, AnyObject) = (Model(), Model())
  let children: [any TrackableClass] = [Model(), Model()]
  takeSent(child)
  takeSent(erased)
  takeSent(children)
  takeSent(make())
  let (one, two, three) = (Model(), Model(), Model())
  await takeConcurrently(one)
  async let event: Void = two.track(Opened())
  await event
  Task.detached { three.track(Opened()) }
}

extension Player {
  func notLinked() -> sending Model { Model() }

  func notLinkedButUsedElsewhere() async {
    let child = Model()
    await MainActor.run { child.track(Opened()) }
  }
}

func outsideOfActors(_ parent: Service, _ context: TrackingContext) {
  let child = Model()
  child.link(to: parent)
  child.link(to: context)
  child.track(Opened())
  child.updateUserProperty(Level())
  print(child.explainTracking(of: Opened()))
  takeSent(child)
}

@concurrent func inATask() async {
  let child = Model()
  child.link {}
  await takeConcurrently(child)
}
