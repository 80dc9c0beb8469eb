import Trackable
import TrackableHub

/// A pretend destination that is slow: it takes 50 milliseconds to glue in a page of events.
struct Scrapbook: AnalyticsDestination {
  let name = "Scrapbook"

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    try await Task.sleep(for: .milliseconds(50))
    return .accepted
  }

  func adjust(_ policy: inout DeliveryPolicy) { policy.batchSize = 4 }
}
