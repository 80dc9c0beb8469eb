// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// What belongs to an actor is read on it: a conformance that does not say so cannot use it.
import Trackable

@MainActor class Screen {
  var title = ""  // expected-note * {{}}
  var next: Screen?  // expected-note * {{}}
}
// expected-error@+2 {{conformance of 'Screen' to protocol 'TrackableClass' crosses into main actor-isolated code and can cause data races}}
// expected-note@+1 * {{}}
extension Screen: TrackableClass {
  var trackedProperties: TrackedProperties { "title" ~>> title }  // expected-note * {{}}
}

@MainActor class OtherScreen { var title = "" }  // expected-note * {{}}
extension OtherScreen: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {
    // expected-error@+1 {{main actor-isolated property 'title' can not be referenced from a nonisolated context}}
    "title" ~>> title
  }
}

actor Player {
  var title = ""  // expected-note * {{}}
}
extension Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {
    // expected-error@+1 {{actor-isolated property 'title' can not be referenced from a nonisolated context}}
    "title" ~>> title
  }
}

actor Reader {
  var title = ""  // expected-note * {{}}
}
// expected-error@+1 {{conformance of 'Reader' to protocol 'TrackableClass' crosses into actor-isolated code and can cause data races}} expected-note@+1 * {{}}
extension Reader: TrackableClass {
  var trackedProperties: TrackedProperties { "title" ~>> title }  // expected-note * {{}}
}

final class Service: TrackableClass, Sendable {
  // expected-error@+1 {{stored property 'title' of 'Sendable'-conforming class 'Service' is mutable}}
  var title = ""
  var trackedProperties: TrackedProperties { "title" ~>> title }
}
