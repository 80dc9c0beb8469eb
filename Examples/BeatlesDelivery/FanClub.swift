import Synchronization
import Trackable
import TrackableHub

/// A pretend destination whose office is closed the first two times it is called.
final class FanClub: AnalyticsDestination {
  struct Closed: Error, CustomStringConvertible {
    let description = "the office is closed"
  }

  let name = "Fan club"
  private let calls = Atomic(0)

  func configure() async throws {
    if calls.add(1, ordering: .relaxed).oldValue < 2 { throw Closed() }
  }

  func track(_ event: TrackedEvent) {}
}
