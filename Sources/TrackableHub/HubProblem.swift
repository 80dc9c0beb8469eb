import Trackable

/// A problem of a hub, from which the hub makes an issue.
struct HubProblem: Sendable {
  let kind: TrackableIssue.Kind
  /// The name of the destination with the problem; `nil` for a problem of the hub itself.
  var destination: String?
  /// The sentence about the problem, without its subject, which is the name of the destination or of the hub.
  let message: String
  let remedy: String

  /// - Parameter location: The location in the code that has created the hub.
  func issue(hub: String, at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: kind, message: "\(destination ?? hub) \(message)", remedy: remedy, location: location,
      subject: destination ?? "")
  }

  static func count(_ count: Int, _ one: String, _ several: String) -> String {
    "\(count) \(count == 1 ? one : several)"
  }
}
