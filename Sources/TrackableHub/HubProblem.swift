import Dispatch
import Trackable

/// Something to report to whoever created the hub. Destinations are named by their index.
enum HubProblem: Sendable {
  /// The destination has no room, for the first time since it last caught up.
  case overflow(Int)
  /// Something was handed over after the hub was shut down, for the first time.
  case late
  /// The destination could not be configured, for the first time; it is tried again.
  case configurationFailed(Int, reason: String)
  /// The destination could not be configured so often, and gets nothing.
  case gaveUp(Int, failures: Int, reason: String)
  /// A batch was not delivered, for the first time since the last that was. It is tried again, or dropped; a drop that
  /// follows a retry is a problem of its own.
  case deliveryFailed(Int, reason: String, isDropped: Bool)
  /// The destination refuses deliveries for good, for the first time since it took everything.
  case rejected(Int, count: Int, reason: String)
  /// A delivery has used up its time.
  case timedOut(Int)
  /// This many deliveries were lost when the last reference to the hub went away, or when the task that ran it was
  /// cancelled.
  case lost(Int)
  /// The destination was given room for less than one delivery.
  case capacity(Int, capacity: Int)

  /// The destination that it is about; `nil` if it is about all of them.
  var destination: Int? {
    switch self {
    case .configurationFailed(let index, _), .gaveUp(let index, _, _), .deliveryFailed(let index, _, _),
      .overflow(let index), .capacity(let index, _), .rejected(let index, _, _), .timedOut(let index):
      index
    case .late, .lost: nil
    }
  }
}

/// Reports what happens in a hub, on a queue of its own: a slow issue handler delays nobody.
struct HubReporter: Sendable {
  let hub: String
  let destinations: [String]
  let location: CodeLocation
  let reporter: IssueReporter
  let queue: DispatchQueue

  func report(_ problem: HubProblem) {
    let name = problem.destination.map { destinations[$0] } ?? ""
    let issue = TrackableIssue(problem, in: hub, destination: name, at: location)
    queue.async { reporter.report(issue) }
  }
}
