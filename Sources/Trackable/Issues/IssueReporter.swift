/// Passes issues to their handler: one reporter for the process, and one more for each `withTracker` scope.
///
/// The reporter uses no other type of the library apart from issues, so that the code in every folder can report.
package final class IssueReporter: Sendable {
  package typealias Handler = @Sendable (TrackableIssue) -> Void

  /// The reporter of the current task's system or, outside of a `withTracker` scope, of the process.
  @inline(never) package static var current: IssueReporter { scoped ?? process }

  static let process = IssueReporter()
  @TaskLocal static var scoped: IssueReporter?

  // The state is a structure, because a lock of a tuple would wrap the handler once more each time it is taken.
  private struct State: ~Copyable {
    /// The handler; `nil` means the log on standard error.
    var handler: Handler?
    /// The issues that ``reportOnce(_:of:at:_:)`` has reported.
    var reported = IssueEpisodes()
    /// The issues that were written to the log.
    var logged = IssueEpisodes()
  }

  private let state: Lock<State>

  /// - Parameter handler: Receives the issues; `nil` means a log on standard error.
  init(handler: Handler? = nil) { state = Lock(State(handler: handler)) }

  var handler: Handler {
    @inline(never) get {
      let handler = state.withLock { $0.handler }
      return handler ?? { self.log($0) }
    }
    set {
      // The old handler may hold the last reference to an adopter's object, so it is released after unlocking.
      withExtendedLifetime(state.withLock { exchange(&$0.handler, with: newValue) }) {}
    }
  }

  /// Reports an issue, unless the method has reported one of the same kind about the same subject before.
  ///
  /// - Parameter here: Whether an issue of the same kind and subject at another location counts as a new issue.
  @inline(never) func reportOnce(_ issue: TrackableIssue, here: Bool = false) {
    reportOnce(issue.kind, of: issue.subject, at: here ? issue.location : nil) { issue }
  }

  /// Reports an issue, unless the method has reported the same issue before. The closure makes the issue only if the
  /// issue is reported.
  @inline(never) package func reportOnce(
    _ kind: TrackableIssue.Kind, of subject: String, at location: CodeLocation? = nil, _ issue: () -> TrackableIssue
  ) {
    let number = state.withLock { $0.reported.begin(kind, of: subject, at: location) }
    if let number { report(issue().numbered(number)) }
  }

  /// Calls the handler. A handler that tracks may cause further issues, for which the handler would be called again,
  /// without end. So while the handler runs, further issues of the same thread go to standard error.
  @inline(never) package func report(_ issue: TrackableIssue) {
    HeldLocks.mustBeNone()
    if !Nesting.reporting({ handler(issue) }) { log(issue) }
  }

  /// The default handler: writes each kind of issue to standard error once for each location and subject.
  private func log(_ issue: TrackableIssue) {
    let number = state.withLock { $0.logged.begin(issue.kind, of: issue.subject, at: issue.location) }
    guard let number else { return }
    writeToStandardError("Trackable: \(issue.numbered(number)) (Reported once for this place.)\n")
  }
}
