/// A tracking system other than that of the process, as a value. A test runs its code in such a system, and so does
/// code that has left the task of the system.
package struct ScopedSystem: Sendable {
  private let core: SystemCore

  init(_ core: SystemCore) { self.core = core }

  /// Creates a system like that of `withTracker`, but with a tracker that cannot be replaced: trackers that are
  /// bootstrapped or registered in this system get nothing. The events keep the source of each property.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - values: The values that other modules keep for the system.
  ///   - clock: The clock for deadlines; `nil` means the continuous clock.
  ///   - date: The clock for timestamps; `nil` means the computer's clock.
  package init(
    _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)? = nil,
    values: SystemValues? = nil, clock: (any Clock<Duration>)? = nil, date: CurrentTime.Source? = nil
  ) {
    let time = clock.map { SystemTime($0, date: date) } ?? SystemTime(date: date.map { Boxed($0) })
    self = SystemCore.current.scope(tracker, root: root, .recording, values: values, time: time)
  }

  /// Creates a system like that of the process, with its own state. Trackers of links, contexts and tasks get events,
  /// the system holds calls before the bootstrap, and a second bootstrap replaces the first.
  ///
  /// ```text
  /// let system = ScopedSystem(bootstrapped: recorder)
  /// system.run { TrackableSystem.identify("john") }
  /// ```
  ///
  /// - Parameters:
  ///   - tracker: The tracker of the bootstrap. With `nil`, the system waits for a later
  ///     `run { TrackableSystem.bootstrap(…) }`.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - readTimeout: The longest wait of an event for other actors. The default is longer than a test should take.
  ///   - time: The clock for deadlines. By default, a flush has five minutes at least.
  ///   - issueHandler: Gets the system's issues. The default ignores them.
  package init(
    bootstrapped tracker: (any AnalyticsEventTracker)?, root: (any TrackableClass & Sendable)? = nil,
    readTimeout: Duration = .seconds(300), time: SystemTime = .patient,
    issueHandler: @escaping @Sendable (TrackableIssue) -> Void = { _ in }
  ) {
    self.init(
      SystemCore(
        tracker.map { Settings.Bootstrap($0, root: root) }, issues: IssueReporter(handler: issueHandler),
        ignoredTypes: TypeSet(), readTimeout: readTimeout, time: time))
  }

  /// An identity by which two systems can be compared.
  package var identity: ObjectIdentifier { ObjectIdentifier(core) }

  /// The identity of the current task's system; `nil` for the system of the process.
  package static var currentIdentity: ObjectIdentifier? { TaskScope.current?.core.map { ObjectIdentifier($0) } }

  /// Gets the system's issues.
  package var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { core.issues.handler }
    nonmutating set { core.issues.handler = newValue }
  }

  /// The locations at which the events that wait for other actors were tracked. Each location is listed once.
  package var waiting: [CodeLocation] {
    core.waitingLocations.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The name of every system in ``DeliveryResult/open``.
  package static let name = "TrackableSystem"

  /// The system of the current task, for a hub that waits for calls on their way.
  package static var current: ScopedSystem { ScopedSystem(.current) }

  /// The number of events that wait for other actors.
  package var waitingCount: Int { core.waitingLocations.count }

  /// Returns when the system has sent all events that were tracked so far.
  nonisolated(nonsending) package func drain() async { await core.drain() }

  /// Runs `operation` in the system.
  @discardableResult package func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try scope.run(operation)
  }

  /// Runs `operation` in the system, and returns when all its calls have reached the tracker.
  @discardableResult package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outcome = await scope.outcome(isolation: isolation, operation)
    await core.drain()
    return try outcome.get()
  }

  private var scope: TaskScope {
    // The scope leaves out the trackers of the surrounding task, because these must not get this system's calls.
    TaskScope(core: core, values: core.values, context: TaskScope.current?.context?.withoutTrackers)
  }
}

extension SystemCore {
  /// The system of the current `withTracker` scope or, outside of a scope, of the process.
  static var current: SystemCore { TaskScope.current?.core ?? .process }

  /// The system of the process.
  static let process = SystemCore(issues: .process, ignoredTypes: ignoredByProcess)

  /// Creates a system for a scope. Events of a scope wait longer for other actors than events of an app, because a test
  /// on a busy machine may be late.
  @inline(never) func scope(
    _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)?, _ role: Role = .scope,
    values: SystemValues? = nil, time: SystemTime? = nil
  ) -> ScopedSystem {
    ScopedSystem(
      SystemCore(
        Settings.Bootstrap(tracker, root: root, explains: role == .recording), role: role,
        defaultProperties: defaultProperties,
        issues: IssueReporter(handler: issues.handler),
        values: values, readTimeout: max(readTimeout, .seconds(300)), time: time ?? self.time))
  }
}
