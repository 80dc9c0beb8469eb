import CBlackHole
import Trackable

/// The cheapest possible destination: it only notes that something came.
package struct CountingTracker: AnalyticsEventTracker {
  package init() {}

  package func track(_ event: TrackedEvent) { black_hole_note(1) }

  /// A combination of this many trackers. The optimiser cannot see its members.
  @inline(never) package static func combined(_ count: Int) -> any AnalyticsEventTracker {
    CombinedTracker((0..<count).map { _ in CountingTracker() })
  }
}
