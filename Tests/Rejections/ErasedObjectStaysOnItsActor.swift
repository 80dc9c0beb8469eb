// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A type that says less of an object does not let it leave the actor on which it was linked; nor do other global actors.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
struct Holder { let child: any TrackableClass }
protocol Node: TrackableClass {}

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

func take<Value>(_ value: sending Value) {}

@MainActor func existential() {
  let child: any TrackableClass = Model()
  child.setupTrackableChain(trackedProperties: [:])
  // expected-error@+1 {{sending value of non-Sendable type 'any TrackableClass' risks causing data races}} expected-note@+1 * {{}}
  take(child)
}

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

@MainActor func held() {
  let holder = Holder(child: Model())
  holder.child.setupTrackableChain(trackedProperties: [:])
  take(holder)  // expected-error {{sending 'holder' risks causing data races}} expected-note * {{}}
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

@Audio func onAStructure() {
  let child = Model()
  child.setupTrackableChain(trackedProperties: [:])
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@Lounge func onAnEnumeration() {
  let child = Model()
  child.setupTrackableChain(trackedProperties: [:])
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@Video func onAClass() {
  let child = Model()
  child.track(Opened())
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}

@Kitchen func onAnActor() {
  let child = Model()
  child.track(Opened())
  take(child)  // expected-error {{sending 'child' risks causing data races}} expected-note * {{}}
}
