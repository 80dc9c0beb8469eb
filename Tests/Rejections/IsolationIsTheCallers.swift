// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// The isolation that a link remembers is that of the code which makes it. No code can name another one.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}

  func onItself(_ child: Model, _ other: Player) {
    #if REJECTED
      // expected-error@+1 {{call to actor-isolated instance method 'link(isolation:fileID:line:_:)' in a synchronous actor-isolated context}}
      child.link(isolation: other) {}
      // expected-error@+1 {{call to actor-isolated instance method 'makeTrackingContext(isolation:fileID:line:)' in a synchronous actor-isolated context}}
      _ = child.makeTrackingContext(isolation: other)
    #endif
    child.link(isolation: self) {}
    _ = child.makeTrackingContext(isolation: self)
    passedOn(child)
    // No actor: it is safe, and the library knows less of it.
    child.link(isolation: nil) {}
  }
}

func passedOn(_ child: Model, isolation: isolated (any Actor)? = #isolation) {
  child.link {}
  child.track(Opened(), isolation: isolation)
}

#if REJECTED
  func onTheMainActor(_ child: Model) {  // expected-note * {{}}
    // expected-error@+1 {{call to main actor-isolated instance method 'link(isolation:fileID:line:_:)' in a synchronous nonisolated context}}
    child.link(isolation: MainActor.shared) {}
    // expected-error@+1 {{call to main actor-isolated instance method 'track(_:trackedProperties:isolation:fileID:line:)' in a synchronous nonisolated context}}
    child.track(Opened(), isolation: MainActor.shared)
  }

  func onAGivenActor(_ child: Model, _ player: Player) {
    // expected-error@+1 {{call to actor-isolated instance method 'link(isolation:fileID:line:_:)' in a synchronous nonisolated context}}
    child.link(isolation: player) {}
  }
#else
  @MainActor func onTheMainActor(_ child: Model) { child.link(isolation: MainActor.shared) {} }

  func onAGivenActor(_ child: Model, _ player: isolated Player) { child.link(isolation: player) {} }
#endif
