@testable import Trackable

/// Keeps the issues of a system.
final class IssueRecorder: Sendable {
  private let received = Lock<[TrackableIssue]>([])

  var issues: [TrackableIssue] { received.withLock { $0 } }
  var texts: [String] { issues.map(\.description) }
  var kinds: [TrackableIssue.Kind] { issues.map(\.kind) }

  func record(_ issue: TrackableIssue) {
    received.withLock { $0.append(issue) }
  }
}

/// A system of its own: what was delivered in it, and the issues it reported.
struct Observed {
  let recorder = Recorder()
  let issues = IssueRecorder()

  /// Runs `operation` in the system.
  func run<Result>(_ operation: () throws -> Result) rethrows -> Result {
    try TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { [issues] in issues.record($0) }
      return try operation()
    }
  }
}

/// A class that says nothing by itself.
final class Plain: TrackableClass, @unchecked Sendable {}
