@testable import Trackable

/// A system of its own: what was delivered in it, and the issues it reported.
struct Observed {
  let recorder = Recorder()
  let issues = IssueCollector()

  /// Runs `operation` in the system.
  func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = issues.handler
      return try operation()
    }
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

/// What `body` tracks in a system of its own, and what issues it has, after everybody was asked.
func observed(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> (events: [TrackedEvent], issues: [TrackableIssue]) {
  let recorder = Recorder()
  let issues = IssueCollector()
  await TrackableSystem.withTracker(recorder) {
    TrackableSystem.issueHandler = issues.handler
    TrackableSystem.defaultProperties = TrackedProperties()
    await body()
  }
  return (recorder.events, issues.issues)
}
