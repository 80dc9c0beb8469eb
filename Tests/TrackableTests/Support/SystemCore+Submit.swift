@testable import Trackable

extension SystemCore {
  /// Hands over a delivery that no chain and no task has sent elsewhere.
  func submit(_ delivery: Delivery) { submit(delivery, TrackerRoute()) { CodeLocation() } }
}
