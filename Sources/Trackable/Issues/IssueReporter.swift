/// Passes issues to their handler: one reporter for the process, and one more for each `withTracker` scope.
///
/// It stands on the ground floor, so that every floor can report.
package final class IssueReporter: Sendable {
  package typealias Handler = @Sendable (TrackableIssue) -> Void

  /// The reporter of the current task's system, or else of the process.
  package static var current: IssueReporter { scoped ?? process }

  static let process = IssueReporter()
  @TaskLocal static var scoped: IssueReporter?

  private struct State {
    /// `nil` means the log on standard error.
    var handler: Handler?
    /// What ``reportOnce(_:of:at:_:)`` has reported.
    var reported = IssueEpisodes()
    /// What the log has.
    var logged = IssueEpisodes()
  }

  private let state: Lock<State>

  /// - Parameter handler: Receives the issues; `nil` means a log on standard error.
  init(handler: Handler? = nil) { state = Lock(State(handler: handler)) }

  var handler: Handler {
    get {
      let handler = state.withLock { $0.handler }
      return handler ?? { self.log($0) }
    }
    set {
      // The old handler may hold the last reference to an adopter's object, so it is released after unlocking.
      let old = state.withLock { state in
        let old = state.handler
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
    reportOnce(issue.kind, of: issue.subject, at: here ? issue.location : nil) { issue }
  }

  /// The same for an issue that is made only if it is to be reported.
  package func reportOnce(
    _ kind: TrackableIssue.Kind, of subject: String, at location: CodeLocation? = nil, _ issue: () -> TrackableIssue
  ) {
    switch state.withLock({ $0.reported.begin(kind, of: subject, at: location) }) {
    case .known: break
    case .new: report(issue())
    case .last: report(issue().asLast)
    }
  }

  /// Calls the handler. While the handler runs on this thread, further issues go to standard error: a handler that
  /// tracks may cause issues itself, and so on without end. Issues on other threads are not affected.
  package func report(_ issue: TrackableIssue) {
    if !Nesting.reporting({ handler(issue) }) { log(issue) }
  }

  /// The default handler: writes each kind of issue to standard error once for each location and subject.
  private func log(_ issue: TrackableIssue) {
    switch state.withLock({ $0.logged.begin(issue.kind, of: issue.subject, at: issue.location) }) {
    case .known: break
    case .new: writeToStandardError("Trackable: \(issue) (Reported once for this place.)\n")
    case .last: writeToStandardError("Trackable: \(issue.asLast)\n")
    }
  }
}
