// Two objects that are not Sendable become one region when they are linked: one of them cannot be sent away alone.
import Trackable

class Model: TrackableClass {}
struct Opened: AnalyticsEvent {}

func split() {
  let child = Model()
  let parent = Model()
  child.setupTrackableChain(parent: parent)
  // expected-error@+2 {{risks causing data races}}
  // expected-note@+1 * {{}}
  Task { child.track(Opened()) }
  parent.track(Opened())  // expected-note {{access can happen concurrently}}
}
