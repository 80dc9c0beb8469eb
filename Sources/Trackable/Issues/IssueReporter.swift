/// Passes issues to their handler: one reporter for the process, and one more for each `withTracker` scope.
///
/// It stands on the ground floor, so that every floor can report.
package final class IssueReporter: Sendable {
  package typealias Handler = @Sendable (TrackableIssue) -> Void

  /// The reporter of the current task's system, or else of the process.
  package static var current: IssueReporter { scoped ?? process }

  static let process = IssueReporter()
  @TaskLocal static var scoped: IssueReporter?

  // Not the closure itself: a generic type would wrap it once more each time it is accessed.
  private struct State {
    var handler: Handler
  }

  private let episodes = Lock(IssueEpisodes())
  private let log: IssueLog
  private let state: Lock<State>

  /// - Parameter handler: Receives the issues; the default is a log on standard error.
  init(handler: Handler? = nil, log: IssueLog = IssueLog(write: IssueLog.writeToStandardError)) {
    self.log = log
    state = Lock(State(handler: handler ?? { log.report($0) }))
  }

  var handler: Handler {
    get { state.withLock { $0.handler } }
    set {
      // The old handler may hold the last reference to an adopter's object, so it is released after unlocking.
      let old = state.withLock { state in
        let old = state
        state.handler = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Reports an issue, unless one of the same kind about the same subject was reported so before.
  ///
  /// - Parameter here: Whether the same at another location is something else.
  func reportOnce(_ issue: TrackableIssue, here: Bool = false) {
    switch episodes.withLock({ $0.begin(issue, at: here ? issue.location : nil) }) {
    case .known: break
    case .new: report(issue)
    case .last: report(issue.asLast)
    }
  }

  /// Calls the handler. While the handler runs on this thread, further issues go to standard error: a handler that tracks may
  /// cause issues itself, and so on without end. Issues on other threads are not affected.
  package func report(_ issue: TrackableIssue) {
    if !Nesting.reporting({ handler(issue) }) { log.report(issue) }
  }
}
