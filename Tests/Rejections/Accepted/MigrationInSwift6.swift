// swiftc:
// swiftc: -swift-version 5
// The same app as the page Migrating says to write it, in both steps.
import Synchronization
import Trackable

@MainActor class Screen {}
final class AlbumListTVC: Screen {}
extension AlbumListTVC: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Cell: TrackableClass { var trackedProperties: TrackedProperties {} }
func link(_ cell: Cell, _ model: Model) { cell.link(to: model.makeTrackingContext()) }

final class Analytics: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
let analytics = Analytics()
func start(_ tracker: any AnalyticsEventTracker) { TrackableSystem.bootstrap(tracker, root: analytics) }

final class Mixpanel: AnalyticsEventTracker {
  let count = Mutex(0)
  func track(_ event: TrackedEvent) { count.withLock { $0 += 1 } }
}

struct Opened: AnalyticsEvent {
  let source: String
  var properties: TrackedProperties { ["source" ~>> source] }
}

func start(_ handler: @escaping @Sendable (TrackedEvent) -> Void) {
  TrackableSystem.bootstrap(ClosureTracker(handler))
}
