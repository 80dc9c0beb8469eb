import CBlackHole
import Trackable

/// The least that a destination can do: it knows that something came.
package struct CountingTracker: AnalyticsEventTracker {
  package init() {}

  package func track(_ event: TrackedEvent) { black_hole_note(1) }

  /// A combination of that many. The members are not seen by the optimiser.
  @inline(never) package static func combined(_ count: Int) -> any AnalyticsEventTracker {
    CombinedTracker((0..<count).map { _ in CountingTracker() })
  }
}
