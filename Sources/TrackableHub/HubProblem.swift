import Trackable

/// Something to report to the one who created the hub, once for each episode.
struct HubProblem: Sendable {
  let kind: TrackableIssue.Kind
  /// The destination that it is about; `nil` if it is about the hub.
  let destination: String?
  /// What happened, as what follows the name.
  let message: String
  let remedy: String

  init(_ kind: TrackableIssue.Kind, _ destination: String?, _ message: String, fix remedy: String) {
    (self.kind, self.destination, self.message, self.remedy) = (kind, destination, message, remedy)
  }

  static func overflow(_ name: String) -> HubProblem {
    HubProblem(
      .queueOverflow, name, "has no room for more; deliveries are dropped.",
      fix: "see why it is slow, or give it a larger capacity.")
  }

  static let late = HubProblem(
    .deliveredLate, nil, "was shut down; it drops later calls.",
    fix: "shut it down after the last event.")

  /// It is tried again.
  static func configurationFailed(_ name: String, reason: String) -> HubProblem {
    HubProblem(
      .configurationFailed, name, "could not be configured, and is tried again: \(reason).",
      fix: "see what its configure() needs; its deliveries wait until it succeeds.")
  }

  static func gaveUp(_ name: String, failures: Int, reason: String) -> HubProblem {
    HubProblem(
      .destinationGivenUp, name,
      "could not be configured in \(count(failures, "attempt", "attempts")), and gets nothing: \(reason).",
      fix: "see what its configure() needs, or give the hub another retry policy.")
  }

  /// A drop that follows a retry is a problem of its own.
  static func deliveryFailed(_ name: String, reason: String, isDropped: Bool) -> HubProblem {
    HubProblem(
      .deliveryFailed, name, "did not take a batch, which is \(isDropped ? "dropped" : "tried again"): \(reason).",
      fix: isDropped
        ? "give it a retry policy that goes on; the ledger counts the lost calls."
        : "see why; its calls wait until it succeeds, as far as there is room.")
  }

  static func rejected(_ name: String, _ reasons: [String]) -> HubProblem {
    HubProblem(
      .deliveriesRejected, name,
      "refuses \(count(reasons.count, "delivery", "deliveries")): \(reasons.min() ?? "").",
      fix: "change these calls; the ledger counts refused ones.")
  }

  static func timedOut(_ name: String) -> HubProblem {
    HubProblem(
      .deliveryTimedOut, name, "has not finished a delivery within its time limit; it was cancelled.",
      fix: "let its deliver(_:) return when its task is cancelled; it gets nothing else until it has returned.")
  }

  /// The last reference to the hub went away, or the task that ran it was cancelled.
  static func lost(_ deliveries: Int) -> HubProblem {
    HubProblem(
      .eventsDropped, nil, "ended, and \(count(deliveries, "delivery was", "deliveries were")) lost.",
      fix: "start it, keep it, and await shutdown(timeout:) with enough time.")
  }

  /// - Parameter location: Where the hub was created.
  func issue(hub: String, at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: kind, message: "\(destination ?? hub) \(message)", remedy: remedy, location: location,
      subject: destination ?? "")
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
