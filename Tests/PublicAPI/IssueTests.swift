import Testing
import Trackable

extension TrackableIssue.Kind {
  fileprivate static let batchRejected = Self("batchRejected")
}

/// A tracker with an issue of its own.
private struct Batching: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    TrackableSystem.issueHandler(
      TrackableIssue(
        kind: .batchRejected, message: "The service rejected a batch.", remedy: "check the token.",
        location: CodeLocation(fileID: "MyApp/Batching.swift", line: 7), subject: "Mixpanel"))
  }
}

@Suite struct IssueTests {
  @Test func `A tracker reports issues of a kind of its own`() {
    let issues = Log()
    TrackableSystem.withTracker(Batching()) {
      TrackableSystem.issueHandler = { issues.write("\($0.kind): \($0)") }
      TrackableSystem.track(AdopterEvent.started)
    }
    #expect(
      issues.lines == [
        "batchRejected: MyApp/Batching.swift:7: The service rejected a batch. To fix this, check the token."
      ])
  }
}
