#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackableSystem {
  /// Sets the tracker that receives every event, and the object that ends every chain: what holds for the whole app,
  /// such as the session and the user, computed for each event.
  ///
  /// ```swift
  /// final class Analytics: TrackableClass, Sendable {
  ///   let session = Session()
  ///   var trackedProperties: TrackedProperties {
  ///     Keys.Session.id ~>> session.id
  ///     Keys.Session.isLoggedIn ~>> session.isLoggedIn
  ///   }
  /// }
  ///
  /// TrackableSystem.bootstrap(mixpanel, root: Analytics(), naming: .snakeCase)
  /// Events.App.started.trigger()   // carries the session
  /// ```
  ///
  /// Every event gets what is set on the root's link, what the root computes, and what is above it: rank 7, above
  /// ``defaultProperties``. That includes events of objects that nobody linked, of contexts, and of ``tracker``. If the
  /// chain leads to the root by itself, it counts there, and is not read twice. Trackers that were set on the root's link
  /// do not count for events of others.
  ///
  /// The system keeps the root alive until another `bootstrap`. It is not evaluated for events that no tracker wants.
  /// Events from before get what the root says when it comes.
  ///
  /// Isolation: the root is read on every thread that tracks, so it is `Sendable`, and a conformance that belongs to the
  /// main actor is an error of the compiler. What it has above it may belong to an actor; then events of other threads wait
  /// for that, as <doc:Isolation> says.
  ///
  /// - Parameters:
  ///   - tracker: Where events go. A ``NoOpTracker`` switches tracking off: properties are then not even evaluated.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - naming: How names and keys are spelt for the tracker. If the tracker renames as well, it starts from this.
  ///   - keys: How keys are spelt, if otherwise than names: `naming: .titleCase, keys: .snakeCase`.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func bootstrap(
    _ tracker: some AnalyticsEventTracker,
    root: (some TrackableClass & Sendable)?,
    naming: NamingStyle = .path,
    keys: NamingStyle? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    bootstrap(tracker, root: root.subject, naming: naming, keys: keys, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Runs `operation` with a system of its own that has a root. In all else it is ``withTracker(_:operation:)``.
  ///
  /// - Parameters:
  ///   - tracker: Where events go.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - operation: What to run.
  public static func withTracker<Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    root: (some TrackableClass & Sendable)?,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withCore(current.scope(tracker: tracker, root: root.subject), operation: operation)
  }

  /// Runs an asynchronous `operation` with a system of its own that has a root. In all else it is
  /// ``withTracker(_:isolation:operation:)``.
  ///
  /// - Parameters:
  ///   - tracker: Where events go.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - operation: What to run.
  public static func withTracker<Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    root: (some TrackableClass & Sendable)?,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await withCore(
      current.scope(tracker: tracker, root: root.subject), isolation: isolation, operation: operation)
  }
}

extension ScopedSystem {
  /// A system as `withTracker` makes one, which keeps its tracker: what is bootstrapped or registered in it gets nothing.
  ///
  /// - Parameters:
  ///   - tracker: Where its events go.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - clock: What deadlines are told by; `nil` means the continuous clock.
  ///   - date: The time of day for timestamps; `nil` means the computer's.
  package init(
    _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)? = nil,
    values: SystemValues? = nil, clock: (any Clock<Duration>)? = nil, date: (@Sendable () -> Date)? = nil
  ) {
    var time = SystemTime()
    if let clock { time = SystemTime(clock, date: date) } else { time.date = date }
    let subject: any RootSubject = if let root { RootObject(root) } else { NoRoot() }
    self.init(
      core: TrackableSystem.current.scope(
        tracker: tracker, root: subject, values: values, keepsTracker: true, time: time))
  }

  /// A system as the process has one, and of nobody else: trackers of links, contexts and tasks count, what is tracked
  /// before the bootstrap is held, and it may be bootstrapped again.
  ///
  /// ```swift
  /// let system = ScopedSystem(bootstrapped: recorder)
  /// system.run { TrackableSystem.identify("john") }
  /// ```
  ///
  /// - Parameters:
  ///   - tracker: What it is bootstrapped with; `nil` means not yet. `run { TrackableSystem.bootstrap(…) }` does it later.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - readTimeout: How long an event may wait for other actors. The default is longer than any test should take.
  ///   - time: What deadlines are told by.
  ///   - issueHandler: Receives the system's issues. The default keeps them from standard error.
  package init(
    bootstrapped tracker: (any AnalyticsEventTracker)?, root: (any TrackableClass & Sendable)? = nil,
    readTimeout: Duration = .seconds(300), time: SystemTime = .computer,
    issueHandler: @escaping @Sendable (TrackableIssue) -> Void = { _ in }
  ) {
    let subject: any RootSubject = if let root { RootObject(root) } else { NoRoot() }
    self.init(
      core: SystemCore(
        tracker: tracker, root: subject, issues: IssueReporter(handler: issueHandler), ignoredTypes: IgnoredTypes(),
        readTimeout: readTimeout, time: time))
  }
}

extension Optional where Wrapped: TrackableClass & Sendable {
  fileprivate var subject: any RootSubject {
    if let self { RootObject(self) } else { NoRoot() }
  }
}
