// A conformance that is isolated to the main actor is of no use elsewhere.
import Trackable

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {}
struct Opened: AnalyticsEvent {}

func track(on screen: Screen) {
  screen.track(Opened())  // expected-error {{main actor-isolated conformance of 'Screen'}}
}

func link(_ screen: Screen) {
  screen.setupTrackableChain()  // expected-error {{main actor-isolated conformance of 'Screen'}}
}
