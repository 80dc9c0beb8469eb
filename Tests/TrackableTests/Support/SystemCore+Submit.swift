@testable import Trackable

extension SystemCore {
  /// Hands a delivery to the system's tracker, or keeps it until there is one.
  func submit(_ delivery: Delivery) {
    submit(Outbox.Parcel(delivery: delivery)) { SourceLocation() }
  }
}
