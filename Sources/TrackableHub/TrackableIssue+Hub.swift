public import Trackable

// The issues of a hub.

extension TrackableIssue.Kind {
  /// A destination of a hub could not be configured, and is tried again.
  public static let configurationFailed = Self("configurationFailed")
  /// A destination of a hub could not be configured, is not tried again, and gets nothing.
  public static let destinationGivenUp = Self("destinationGivenUp")
  /// A destination of a hub did not take a batch, which is tried again, or dropped if its policy says so. Not reported
  /// again until the destination has taken one.
  public static let deliveryFailed = Self("deliveryFailed")
  /// A destination of a hub refuses deliveries for good. Not reported again until it has taken a whole batch.
  public static let deliveriesRejected = Self("deliveriesRejected")
  /// A delivery takes longer than the time limit. Reported once for each such delivery.
  public static let deliveryTimedOut = Self("deliveryTimedOut")
  /// A destination of a hub has no room, so deliveries are dropped. Not reported again until it has caught up.
  public static let queueOverflow = Self("queueOverflow")
  /// Something was handed to a hub after its shutdown, and was dropped. Reported once per hub.
  public static let deliveredLate = Self("deliveredLate")
  /// A destination of a hub was given room for less than one delivery; it got room for one.
  public static let capacityTooSmall = Self("capacityTooSmall")
  /// An event was tracked with a destination that only takes the batches that a hub makes.
  public static let destinationWithoutHub = Self("destinationWithoutHub")
}

extension TrackableIssue {
  init(_ problem: HubProblem, in hub: String, destination: String, at location: CodeLocation) {
    let (kind, message, remedy): (Kind, String, String) =
      switch problem {
      case .configurationFailed(_, let reason):
        (
          .configurationFailed, "\(destination) could not be configured, and is tried again: \(reason).",
          "see what its configure() needs; its deliveries wait until it succeeds."
        )
      case .gaveUp(_, let failures, let reason):
        (
          .destinationGivenUp,
          "\(destination) could not be configured in \(Self.count(failures, "attempt", "attempts")), and gets nothing: "
            + "\(reason).",
          "see what its configure() needs, or give \(hub) another retry policy."
        )
      case .deliveryFailed(_, let reason, let isDropped):
        (
          .deliveryFailed,
          "\(destination) did not take a batch, which is \(isDropped ? "dropped" : "tried again"): \(reason).",
          isDropped
            ? "give it a retry policy that goes on; the ledger counts what it does not get."
            : "see why; what it gets waits until it succeeds, as far as there is room."
        )
      case .rejected(_, let count, let reason):
        (
          .deliveriesRejected,
          "\(destination) refuses \(Self.count(count, "delivery", "deliveries")): \(reason).",
          "change what is sent to it; the ledger counts what it refuses."
        )
      case .timedOut:
        (
          .deliveryTimedOut, "\(destination) has not finished a delivery within its time limit; it was cancelled.",
          "let its deliver(_:) return when its task is cancelled; it gets nothing else until it has returned."
        )
      case .overflow:
        (
          .queueOverflow, "\(destination) has no room for more; deliveries are dropped.",
          "see why it is slow, or give it a larger capacity."
        )
      case .late:
        (
          .deliveredLate, "\(hub) was shut down; what is handed over since is dropped.",
          "shut it down when nothing is tracked any more."
        )
      case .lost(let count):
        (
          .eventsDropped,
          "\(Self.count(count, "delivery was", "deliveries were")) lost when \(hub) ended.",
          "start it, keep it, and await shutdown(timeout:) with enough time."
        )
      case .capacity(_, let capacity):
        (
          .capacityTooSmall, "\(destination) was given a capacity of \(capacity); 1 was taken.",
          "give it room for at least one delivery."
        )
      }
    self.init(kind: kind, message: message, remedy: remedy, location: location, subject: destination)
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
