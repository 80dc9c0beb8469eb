// A tracker is called from anywhere: it keeps no state of its own that is not protected.
import Trackable

final class Counter: AnalyticsEventTracker {
  // expected-error@+1 {{stored property 'count' of 'Sendable'-conforming class 'Counter' is mutable}}
  private var count = 0
  func track(_ event: TrackedEvent) { count += 1 }
}
