import Trackable

/// Something to report to the one who created the hub, once for each episode.
struct HubProblem: Sendable {
  let kind: TrackableIssue.Kind
  /// The destination that it is about; `nil` if it is about the hub.
  var destination: String?
  /// The rest of a sentence about the problem, after the name.
  let message: String
  let remedy: String

  /// - Parameter location: Where the hub was created.
  func issue(hub: String, at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: kind, message: "\(destination ?? hub) \(message)", remedy: remedy, location: location,
      subject: destination ?? "")
  }

  static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
