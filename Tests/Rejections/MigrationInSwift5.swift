// swiftc: -swift-version 5
// An app in the first step of a migration: what the compiler says then, as the page Migrating lists it. Of the screen, the
// parent, the constant and the root it says nothing yet. Where warnings count as errors, the rest has to be changed at once.
import Trackable

@MainActor class Screen {}
final class AlbumListTVC: Screen {}
extension AlbumListTVC: TrackableClass { var trackedProperties: TrackedProperties {} }

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Cell: TrackableClass { var trackedProperties: TrackedProperties {} }
func link(_ cell: Cell, _ model: Model) { cell.setupTrackableChain(parent: model) }

class Analytics: TrackableClass { var trackedProperties: TrackedProperties {} }
let analytics = Analytics()
func start(_ tracker: any AnalyticsEventTracker) { TrackableSystem.bootstrap(tracker, root: analytics) }

// expected-warning@+1 {{non-final class 'Mixpanel' cannot conform to the 'Sendable' protocol; this is an error in the Swift 6 language mode}}
class Mixpanel: AnalyticsEventTracker {
  // expected-warning@+1 {{stored property 'count' of 'Sendable'-conforming class 'Mixpanel' is mutable; this is an error in the Swift 6 language mode}}
  var count = 0
  func track(_ event: TrackedEvent) { count += 1 }
}

struct Opened: AnalyticsEvent {
  // expected-warning@+1 {{stored property 'metadata' of 'Sendable'-conforming struct 'Opened' contains non-Sendable type 'Any'; this is an error in the Swift 6 language mode}}
  let metadata: [String: Any]
}

// expected-note@+1 {{parameter 'handler' is implicitly non-Sendable}}
func start(_ handler: @escaping (TrackedEvent) -> Void) {
  // expected-warning@+1 {{passing non-Sendable parameter 'handler' to function expecting a '@Sendable' closure}}
  TrackableSystem.bootstrap(ClosureTracker(handler))
}
