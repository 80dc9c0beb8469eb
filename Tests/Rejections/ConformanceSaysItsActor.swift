// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// What belongs to an actor is read on it: a conformance that does not say so cannot use it. What never changes belongs to none.
import Synchronization
import Trackable

@MainActor class Screen {
  var title = ""  // expected-note * {{}}
}
#if REJECTED
  @MainActor class OtherScreen { var title = "" }  // expected-note * {{}}
  actor Player { var title = "" }  // expected-note * {{}}
#else
  @MainActor class OtherScreen { let title = "" }
  actor Player { let title = "" }
#endif
extension OtherScreen: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {
    // expected-error@+1 {{main actor-isolated property 'title' can not be referenced from a nonisolated context}}
    "title" ~>> title
  }
}
extension Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {
    // expected-error@+1 {{actor-isolated property 'title' can not be referenced from a nonisolated context}}
    "title" ~>> title
  }
}

#if REJECTED
  // expected-error@+2 {{conformance of 'Screen' to protocol 'TrackableClass' crosses into main actor-isolated code and can cause data races}}
  // expected-note@+1 * {{}}
  extension Screen: TrackableClass {
    var trackedProperties: TrackedProperties { "title" ~>> title }  // expected-note * {{}}
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
#else
  extension Screen: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties { "title" ~>> title }
  }

  final class Service: TrackableClass, Sendable {
    let title = Mutex("")
    var trackedProperties: TrackedProperties { "title" ~>> title.withLock { $0 } }
  }
#endif
