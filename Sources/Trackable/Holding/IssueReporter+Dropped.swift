extension IssueReporter {
  /// Reports dropped calls, if there are any.
  func reportDropped(_ count: Int, _ text: String, remedy: String, at location: CodeLocation) {
    if count == 0 { return }
    report(
      TrackableIssue(
        kind: .eventsDropped, message: count.description + " calls that waited " + text, remedy: remedy,
        location: location))
  }
}
