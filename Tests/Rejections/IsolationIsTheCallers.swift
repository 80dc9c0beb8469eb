// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// The isolation that a link remembers is that of the code which makes it. No code can name another one.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
struct Opened: AnalyticsEvent {}
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

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

extension Player {
  func onAnother(_ child: Model, _ other: Player) {
    // expected-error@+1 {{call to actor-isolated instance method 'link(isolation:fileID:line:_:)' in a synchronous actor-isolated context}}
    child.link(isolation: other) {}
    // expected-error@+1 {{call to actor-isolated instance method 'makeTrackingContext(isolation:fileID:line:)' in a synchronous actor-isolated context}}
    _ = child.makeTrackingContext(isolation: other)
  }
}
