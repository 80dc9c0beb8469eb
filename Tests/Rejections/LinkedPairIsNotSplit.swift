// Two objects that are not Sendable become one region when they are linked: one of them cannot be sent away alone.
import Trackable

class Model: TrackableClass {}
struct Opened: AnalyticsEvent {}

func split() {
  let child = Model()
  let parent = Model()
  child.setupTrackableChain(parent: parent)
  Task { child.track(Opened()) }  // expected-error {{sending value of non-Sendable type}}
  parent.track(Opened())
}
