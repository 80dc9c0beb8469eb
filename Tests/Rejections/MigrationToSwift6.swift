// swiftc, rejected: -swift-version 5 -Xfrontend -verify-additional-prefix -Xfrontend in5-
// swiftc, rejected: -Xfrontend -verify-additional-prefix -Xfrontend in6-
// swiftc, accepted: -swift-version 5
// swiftc, accepted:
// An app in the two steps of a migration, as the page Migrating lists what the compiler says. In Swift 5 mode it says nothing yet of the
// screen, the parent, the constant and the root. Where warnings count as errors, the rest has to be changed at once. In Swift 6 mode
// these warnings, and more, are errors. Written as the page says, the app is silent in both steps.
import Synchronization
import Trackable

@MainActor class Screen {}
final class AlbumListTVC: Screen {}
class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-in6-note * {{}}
final class Cell: TrackableClass { var trackedProperties: TrackedProperties {} }

#if REJECTED
  // expected-in6-error@+2 {{conformance of 'AlbumListTVC' to protocol 'TrackableClass' crosses into main actor-isolated code and can cause data races}}
  // expected-in6-note@+1 * {{}}
  extension AlbumListTVC: TrackableClass { var trackedProperties: TrackedProperties {} }

  func link(_ cell: Cell, _ model: Model) {
    // expected-in6-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    cell.setupTrackableChain(parent: model)
  }

  class Analytics: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-in6-note * {{}}

  // expected-in5-warning@+2 {{non-final class 'Mixpanel' cannot conform to the 'Sendable' protocol; this is an error in the Swift 6 language mode}}
  // expected-in6-error@+1 {{non-final class 'Mixpanel' cannot conform to the 'Sendable' protocol}}
  class Mixpanel: AnalyticsEventTracker {
    // expected-in5-warning@+2 {{stored property 'count' of 'Sendable'-conforming class 'Mixpanel' is mutable; this is an error in the Swift 6 language mode}}
    // expected-in6-error@+1 {{stored property 'count' of 'Sendable'-conforming class 'Mixpanel' is mutable}}
    var count = 0
    func track(_ event: TrackedEvent) { count += 1 }
  }

  struct Opened: AnalyticsEvent {
    // expected-in5-warning@+2 {{stored property 'metadata' of 'Sendable'-conforming struct 'Opened' contains non-Sendable type 'Any'; this is an error in the Swift 6 language mode}}
    // expected-in6-error@+1 {{stored property 'metadata' of 'Sendable'-conforming struct 'Opened' contains non-Sendable type 'Any'}}
    let metadata: [String: Any]
  }

  typealias Handler = (TrackedEvent) -> Void
#else
  extension AlbumListTVC: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

  func link(_ cell: Cell, _ model: Model) { cell.link(to: model.makeTrackingContext()) }

  final class Analytics: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

  final class Mixpanel: AnalyticsEventTracker {
    let count = Mutex(0)
    func track(_ event: TrackedEvent) { count.withLock { $0 += 1 } }
  }

  struct Opened: AnalyticsEvent {
    let source: String
    var properties: TrackedProperties { ["source" ~>> source] }
  }

  typealias Handler = @Sendable (TrackedEvent) -> Void
#endif

// expected-in6-error@+2 {{let 'analytics' is not concurrency-safe because non-'Sendable' type 'Analytics' may have shared mutable state}}
// expected-in6-note@+1 * {{}}
let analytics = Analytics()
func start(_ tracker: any AnalyticsEventTracker) {
  // expected-in6-error@+1 {{type 'Analytics' does not conform to the 'Sendable' protocol}}
  TrackableSystem.bootstrap(tracker, root: analytics)
}

// expected-note@+1 {{parameter 'handler' is implicitly non-Sendable}}
func start(_ handler: @escaping Handler) {
  // expected-in5-warning@+2 {{passing non-Sendable parameter 'handler' to function expecting a '@Sendable' closure}}
  // expected-in6-error@+1 {{passing non-Sendable parameter 'handler' to function expecting a '@Sendable' closure}}
  TrackableSystem.bootstrap(ClosureTracker(handler))
}
