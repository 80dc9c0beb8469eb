@testable import Trackable

/// Keeps the issues that are reported, for `TrackableSystem.issueHandler`.
final class IssueCollector: Sendable {
  private let reported = Lock<[TrackableIssue]>([])

  var issues: [TrackableIssue] { reported.withLock { $0 } }
  var texts: [String] { issues.map(\.description) }
  var kinds: [TrackableIssue.Kind] { issues.map(\.kind) }

  /// The issues since this was last asked.
  func takeIssues() -> [TrackableIssue] {
    reported.withLock { issues in
      defer { issues = [] }
      return issues
    }
  }

  /// What to set as the issue handler.
  var handler: @Sendable (TrackableIssue) -> Void {
    { self.record($0) }
  }

  func record(_ issue: TrackableIssue) { reported.withLock { $0.append(issue) } }
}
