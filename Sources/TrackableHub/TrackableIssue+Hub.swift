public import Trackable

// The issues of a hub.

extension TrackableIssue.Kind {
  /// A destination of a hub could not be configured. The hub tries again.
  package static let configurationFailed = Self("configurationFailed")
  /// A destination of a hub could not be configured, and the hub has given up. The destination gets nothing.
  public static let destinationGivenUp = Self("destinationGivenUp")
  /// A destination of a hub did not take a batch. The hub tries again, or drops the batch if its policy says so. The
  /// hub reports this again only after the destination has taken a batch.
  public static let deliveryFailed = Self("deliveryFailed")
  /// A destination of a hub refuses deliveries for good. The hub reports this again only after the destination has
  /// taken a whole batch.
  package static let deliveriesRejected = Self("deliveriesRejected")
  /// A delivery takes longer than the time limit. The hub reports this once for each such delivery.
  package static let deliveryTimedOut = Self("deliveryTimedOut")
  /// A destination of a hub has no room, so the hub drops deliveries. The hub reports this again only after the
  /// destination has caught up.
  public static let queueOverflow = Self("queueOverflow")
  /// A flush or a `confirm` has ended in vain, because the app has not started the hub. The hub reports this once.
  package static let hubNotStarted = Self("hubNotStarted")
  /// A hub got a call after its shutdown, and dropped the call. The hub reports this once.
  package static let deliveredLate = Self("deliveredLate")
  /// An app called `track` on a destination that only takes batches, which a hub makes.
  package static let destinationWithoutHub = Self("destinationWithoutHub")
}
