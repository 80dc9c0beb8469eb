import Trackable
import TrackableHub

/// A pretend destination that is slow: it takes 50 milliseconds to glue in an event.
struct Scrapbook: AnalyticsAdapter {
  let name = "Scrapbook"

  func track(_ event: TrackedEvent) {}

  func deliver(_ delivery: Delivery) async throws {
    try await Task.sleep(for: .milliseconds(50))
    delivery.perform(on: self)
  }
}
