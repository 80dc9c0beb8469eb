@testable import Trackable

/// A tracker that keeps what it receives.
final class Recorder: AnalyticsEventTracker {
  private let received = Lock<[TrackedEvent]>([])

  var events: [TrackedEvent] { received.withLock { $0 } }

  func track(_ event: TrackedEvent) {
    received.withLock { $0.append(event) }
  }
}
