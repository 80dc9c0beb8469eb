/// A separate system as a value, for tests to enter, and for code that has left the task to enter again.
package struct ScopedSystem: Sendable {
  private let core: SystemCore

  init(_ core: SystemCore) { self.core = core }

  /// A system like that of `withTracker`, but with a fixed tracker: a tracker that is bootstrapped or registered in
  /// this system gets nothing. Each event keeps the source of each property.
  ///
  /// - Parameters:
  ///   - tracker: Where its events go.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - values: What modules above keep for it.
  ///   - clock: What deadlines are told by; `nil` means the continuous clock.
  ///   - date: The time of day for timestamps; `nil` means the computer's.
  package init(
    _ tracker: any AnalyticsEventTracker, root: (any TrackableClass & Sendable)? = nil,
    values: SystemValues? = nil, clock: (any Clock<Duration>)? = nil, date: CurrentTime.Source? = nil
  ) {
    let time = clock.map { SystemTime($0, date: date) } ?? SystemTime(date: date.map { Boxed($0) })
    self = SystemCore.current.scope(tracker, root: root, .recording, values: values, time: time)
  }

  /// A system like that of the process, with a state of its own. Trackers of links, contexts and tasks count, it holds
  /// calls before the bootstrap, and a second bootstrap replaces the first.
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
  ///   - readTimeout: How long an event may wait for other actors. The default is longer than any test should take.
  ///   - time: What deadlines are told by. By default, a flush has five minutes at least.
  ///   - issueHandler: Receives the system's issues. The default keeps them from standard error.
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

  /// Tells it apart from others.
  package var identity: ObjectIdentifier { ObjectIdentifier(core) }

  /// The identity of the system that the current task has; `nil` if that is the system of the process.
  package static var currentIdentity: ObjectIdentifier? { TaskScope.current?.core.map { ObjectIdentifier($0) } }

  /// Receives the system's issues.
  package var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { core.issues.handler }
    nonmutating set { core.issues.handler = newValue }
  }

  /// Where the events were tracked that wait for other actors, each place once.
  package var waiting: [CodeLocation] {
    core.waitingLocations.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The name of any system in ``DeliveryResult/open``.
  package static let name = "TrackableSystem"

  /// The system of the current task, for a hub that waits for what is on its way.
  package static var current: ScopedSystem { ScopedSystem(.current) }

  /// How many events wait for other actors.
  package var waitingCount: Int { core.waitingLocations.count }

  /// Returns when the events of this moment have gone out.
  nonisolated(nonsending) package func drain() async { await core.drain() }

  /// Runs `operation` in the system.
  @discardableResult package func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try scope.run(operation)
  }

  /// Runs `operation` in the system, and returns when everything that it tracked was handed to the tracker.
  @discardableResult package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let outcome = await scope.outcome(isolation: isolation, operation)
    await core.drain()
    return try outcome.get()
  }

  private var scope: TaskScope {
    // Otherwise a tracker of the surrounding task would get what belongs to this system.
    TaskScope(core: core, values: core.values, context: TaskScope.current?.context?.withoutTrackers)
  }
}

extension SystemCore {
  /// The system of the current scope, or else of the process.
  static var current: SystemCore { TaskScope.current?.core ?? .process }

  /// The system of the process.
  static let process = SystemCore(issues: .process, ignoredTypes: ignoredByProcess)

  /// A system for a scope. Its events wait longer for other actors than in an app, because a test beside a busy machine is late.
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
