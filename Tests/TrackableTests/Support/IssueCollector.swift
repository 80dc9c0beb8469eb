@testable import Trackable

/// Keeps the issues that are reported, for `TrackableSystem.issueHandler`.
final class IssueCollector: Sendable {
  private let reported = Lock<[TrackableIssue]>([])

  var issues: [TrackableIssue] { reported.withLock { $0 } }

  /// The issues since this was last asked.
  func takeIssues() -> [TrackableIssue] {
    reported.withLock { issues in
      defer { issues = [] }
      return issues
    }
  }

  /// What to set as the issue handler.
  var handler: @Sendable (TrackableIssue) -> Void {
    { issue in self.reported.withLock { $0.append(issue) } }
  }
}

/// Runs `operation` with a system of its own, whose issues go to `issues`.
func withSystem<Result>(
  _ tracker: any AnalyticsEventTracker, issues: IssueCollector = IssueCollector(), operation: () throws -> Result
) rethrows -> Result {
  try TrackableSystem.withCore(
    SystemCore(tracker: tracker, issues: IssueReporter(handler: issues.handler), readTimeout: .seconds(60)),
    operation: operation)
}

/// The same for an asynchronous operation.
func withSystem<Result>(
  _ tracker: any AnalyticsEventTracker, issues: IssueCollector = IssueCollector(),
  isolation: isolated (any Actor)? = #isolation, operation: () async -> Result
) async -> Result {
  await TrackableSystem.withCore(
    SystemCore(tracker: tracker, issues: IssueReporter(handler: issues.handler), readTimeout: .seconds(60)),
    isolation: isolation,
    operation: operation)
}
