import Dispatch
import Trackable

/// Something to report to the one who created the hub, once for each episode.
struct HubProblem: Sendable {
  let kind: TrackableIssue.Kind
  /// The destination that it is about; `nil` if it is about the hub.
  let destination: String?
  /// What happened, as what follows the name.
  let message: String
  let remedy: String

  static func overflow(_ name: String) -> HubProblem {
    HubProblem(
      kind: .queueOverflow, destination: name, message: "has no room for more; deliveries are dropped.",
      remedy: "see why it is slow, or give it a larger capacity.")
  }

  static let late = HubProblem(
    kind: .deliveredLate, destination: nil, message: "was shut down; what is handed over since is dropped.",
    remedy: "shut it down when nothing is tracked any more.")

  /// It is tried again.
  static func configurationFailed(_ name: String, reason: String) -> HubProblem {
    HubProblem(
      kind: .configurationFailed, destination: name, message: "could not be configured, and is tried again: \(reason).",
      remedy: "see what its configure() needs; its deliveries wait until it succeeds.")
  }

  static func gaveUp(_ name: String, failures: Int, reason: String) -> HubProblem {
    let attempts = count(failures, "attempt", "attempts")
    return HubProblem(
      kind: .destinationGivenUp, destination: name,
      message: "could not be configured in \(attempts), and gets nothing: \(reason).",
      remedy: "see what its configure() needs, or give the hub another retry policy.")
  }

  /// A drop that follows a retry is a problem of its own.
  static func deliveryFailed(_ name: String, reason: String, isDropped: Bool) -> HubProblem {
    HubProblem(
      kind: .deliveryFailed, destination: name,
      message: "did not take a batch, which is \(isDropped ? "dropped" : "tried again"): \(reason).",
      remedy: isDropped
        ? "give it a retry policy that goes on; the ledger counts what it does not get."
        : "see why; what it gets waits until it succeeds, as far as there is room.")
  }

  static func rejected(_ name: String, _ reasons: [String]) -> HubProblem {
    let deliveries = count(reasons.count, "delivery", "deliveries")
    return HubProblem(
      kind: .deliveriesRejected, destination: name, message: "refuses \(deliveries): \(reasons.min() ?? "").",
      remedy: "change what is sent to it; the ledger counts what it refuses.")
  }

  static func timedOut(_ name: String) -> HubProblem {
    HubProblem(
      kind: .deliveryTimedOut, destination: name,
      message: "has not finished a delivery within its time limit; it was cancelled.",
      remedy: "let its deliver(_:) return when its task is cancelled; it gets nothing else until it has returned.")
  }

  /// The last reference to the hub went away, or the task that ran it was cancelled.
  static func lost(_ deliveries: Int) -> HubProblem {
    HubProblem(
      kind: .eventsDropped, destination: nil,
      message: "ended, and \(count(deliveries, "delivery was", "deliveries were")) lost.",
      remedy: "start it, keep it, and await shutdown(timeout:) with enough time.")
  }

  static func capacity(_ name: String, _ capacity: Int) -> HubProblem {
    HubProblem(
      kind: .capacityTooSmall, destination: name, message: "was given a capacity of \(capacity); 1 was taken.",
      remedy: "give it room for at least one delivery.")
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}

/// Reports what happens in a hub, on a queue of its own: a slow issue handler delays no delivery.
struct HubReporter: Sendable {
  let hub: String
  let location: CodeLocation
  let reporter: IssueReporter
  let queue: DispatchQueue

  func report(_ problem: HubProblem) {
    let issue = TrackableIssue(
      kind: problem.kind, message: "\(problem.destination ?? hub) \(problem.message)", remedy: problem.remedy,
      location: location, subject: problem.destination ?? "")
    queue.async { reporter.report(issue) }
  }
}
