// The same app in the second step: the compiler's warnings, and more, are errors now.
import Trackable

@MainActor class Screen {}
final class AlbumListTVC: Screen {}
// expected-error@+2 {{conformance of 'AlbumListTVC' to protocol 'TrackableClass' crosses into main actor-isolated code and can cause data races}}
// expected-note@+1 * {{}}
extension AlbumListTVC: TrackableClass { var trackedProperties: TrackedProperties {} }

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
final class Cell: TrackableClass { var trackedProperties: TrackedProperties {} }
func link(_ cell: Cell, _ model: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  cell.setupTrackableChain(parent: model)
}

class Analytics: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
// expected-error@+2 {{let 'analytics' is not concurrency-safe because non-'Sendable' type 'Analytics' may have shared mutable state}}
// expected-note@+1 * {{}}
let analytics = Analytics()
func start(_ tracker: any AnalyticsEventTracker) {
  // expected-error@+1 {{type 'Analytics' does not conform to the 'Sendable' protocol}}
  TrackableSystem.bootstrap(tracker, root: analytics)
}

// expected-error@+1 {{non-final class 'Mixpanel' cannot conform to the 'Sendable' protocol}}
class Mixpanel: AnalyticsEventTracker {
  // expected-error@+1 {{stored property 'count' of 'Sendable'-conforming class 'Mixpanel' is mutable}}
  var count = 0
  func track(_ event: TrackedEvent) { count += 1 }
}

struct Opened: AnalyticsEvent {
  // expected-error@+1 {{stored property 'metadata' of 'Sendable'-conforming struct 'Opened' contains non-Sendable type 'Any'}}
  let metadata: [String: Any]
}

// expected-note@+1 {{parameter 'handler' is implicitly non-Sendable}}
func start(_ handler: @escaping (TrackedEvent) -> Void) {
  // expected-error@+1 {{passing non-Sendable parameter 'handler' to function expecting a '@Sendable' closure}}
  TrackableSystem.bootstrap(ClosureTracker(handler))
}
