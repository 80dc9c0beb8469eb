import Trackable

// The issues of a hub.

extension TrackableIssue.Kind {
  /// A destination of a hub could not be configured, and is tried again.
  public static let configurationFailed = Self("configurationFailed")
  /// A destination of a hub could not be configured, is not tried again, and gets nothing.
  public static let destinationGivenUp = Self("destinationGivenUp")
  /// A destination of a hub threw, so it did not get a delivery. Not reported again until the destination has
  /// delivered.
  public static let deliveryFailed = Self("deliveryFailed")
  /// A destination of a hub has no room, so deliveries are dropped. Not reported again until it has caught up.
  public static let queueOverflow = Self("queueOverflow")
  /// Something was handed to a hub after its shutdown, and was dropped. Reported once per hub.
  public static let deliveredLate = Self("deliveredLate")
  /// A destination of a hub was given room for less than one delivery; it got room for one.
  public static let capacityTooSmall = Self("capacityTooSmall")
  /// A hub was given a tracker with an adapter hidden in a combination inside it, where nobody configures the adapter.
  public static let adapterNotConfigured = Self("adapterNotConfigured")
}

extension TrackableIssue {
  init(_ problem: HubProblem, in hub: String, at location: SourceLocation) {
    let (kind, message, remedy): (Kind, String, String) =
      switch problem {
      case .configurationFailed(let destination, let error):
        (
          .configurationFailed, "\(destination) could not be configured, and is tried again: \(error).",
          "see what its configure() needs; its deliveries wait until it succeeds."
        )
      case .gaveUp(let destination, let failures, let error):
        (
          .destinationGivenUp,
          "\(destination) could not be configured in \(Self.count(failures, "attempt", "attempts")), and gets nothing: "
            + "\(error).",
          "see what its configure() needs, or give \(hub) another retry policy."
        )
      case .deliveryFailed(let destination, let error):
        (
          .deliveryFailed, "\(destination) threw, and did not get a delivery: \(error).",
          "repeat inside its deliver(_:) what is worth repeating; further failures are counted only, until it delivers."
        )
      case .overflow(let destination):
        (
          .queueOverflow, "\(destination) has no room for more; deliveries are dropped.",
          "see why it is slow, give it a larger capacity, or wait for room with enqueue(_:)."
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
      case .capacity(let destination, let capacity):
        (
          .capacityTooSmall, "\(destination) was given a capacity of \(capacity); 1 was taken.",
          "give it room for at least one delivery."
        )
      case .hiddenAdapter(let destination):
        (
          .adapterNotConfigured,
          "In the destination \(destination) is an adapter together with other trackers; nobody "
            + "configures it.",
          "put combinators around the adapter alone, and combine last; for logs, use the hub's own."
        )
      }
    self.init(kind: kind, message: message, remedy: remedy, location: location, subject: problem.destination ?? "")
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
