public import Trackable

// The issues of a hub.

extension TrackableIssue.Kind {
  /// A destination of a hub could not be configured, and is tried again.
  package static let configurationFailed = Self("configurationFailed")
  /// A destination of a hub could not be configured, is not tried again, and gets nothing.
  public static let destinationGivenUp = Self("destinationGivenUp")
  /// A destination of a hub did not take a batch, which is tried again, or dropped if its policy says so. Not reported
  /// again until the destination has taken one.
  public static let deliveryFailed = Self("deliveryFailed")
  /// A destination of a hub refuses deliveries for good. Not reported again until it has taken a whole batch.
  package static let deliveriesRejected = Self("deliveriesRejected")
  /// A delivery takes longer than the time limit. Reported once for each such delivery.
  package static let deliveryTimedOut = Self("deliveryTimedOut")
  /// A destination of a hub has no room, so deliveries are dropped. Not reported again until it has caught up.
  public static let queueOverflow = Self("queueOverflow")
  /// Something was handed to a hub after its shutdown, and was dropped. Reported once per hub.
  package static let deliveredLate = Self("deliveredLate")
  /// An event was tracked with a destination that only takes the batches that a hub makes.
  package static let destinationWithoutHub = Self("destinationWithoutHub")
}
