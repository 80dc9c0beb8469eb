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

  private init(_ kind: TrackableIssue.Kind, _ destination: String?, _ message: String, toFix remedy: String) {
    self.kind = kind
    self.destination = destination
    self.message = message
    self.remedy = remedy
  }

  static func overflow(_ name: String) -> HubProblem {
    HubProblem(
      .queueOverflow, name, "has no room for more; deliveries are dropped.",
      toFix: "see why it is slow, or give it a larger capacity.")
  }

  static let late = HubProblem(
    .deliveredLate, nil, "was shut down; what is handed over since is dropped.",
    toFix: "shut it down when nothing is tracked any more.")

  /// It is tried again.
  static func configurationFailed(_ name: String, reason: String) -> HubProblem {
    HubProblem(
      .configurationFailed, name, "could not be configured, and is tried again: \(reason).",
      toFix: "see what its configure() needs; its deliveries wait until it succeeds.")
  }

  static func gaveUp(_ name: String, failures: Int, reason: String) -> HubProblem {
    let attempts = count(failures, "attempt", "attempts")
    return HubProblem(
      .destinationGivenUp, name, "could not be configured in \(attempts), and gets nothing: \(reason).",
      toFix: "see what its configure() needs, or give the hub another retry policy.")
  }

  /// A drop that follows a retry is a problem of its own.
  static func deliveryFailed(_ name: String, reason: String, isDropped: Bool) -> HubProblem {
    HubProblem(
      .deliveryFailed, name, "did not take a batch, which is \(isDropped ? "dropped" : "tried again"): \(reason).",
      toFix: isDropped
        ? "give it a retry policy that goes on; the ledger counts what it does not get."
        : "see why; what it gets waits until it succeeds, as far as there is room.")
  }

  static func rejected(_ name: String, _ reasons: [String]) -> HubProblem {
    let deliveries = count(reasons.count, "delivery", "deliveries")
    return HubProblem(
      .deliveriesRejected, name, "refuses \(deliveries): \(reasons.min() ?? "").",
      toFix: "change what is sent to it; the ledger counts what it refuses.")
  }

  static func timedOut(_ name: String) -> HubProblem {
    HubProblem(
      .deliveryTimedOut, name, "has not finished a delivery within its time limit; it was cancelled.",
      toFix: "let its deliver(_:) return when its task is cancelled; it gets nothing else until it has returned.")
  }

  /// The last reference to the hub went away, or the task that ran it was cancelled.
  static func lost(_ deliveries: Int) -> HubProblem {
    HubProblem(
      .eventsDropped, nil, "ended, and \(count(deliveries, "delivery was", "deliveries were")) lost.",
      toFix: "start it, keep it, and await shutdown(timeout:) with enough time.")
  }

  static func capacity(_ name: String, _ capacity: Int) -> HubProblem {
    HubProblem(
      .capacityTooSmall, name, "was given a capacity of \(capacity); 1 was taken.",
      toFix: "give it room for at least one delivery.")
  }

  private static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}

/// Reports what happens in a hub, on a queue of its own: a slow issue handler delays nobody.
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
