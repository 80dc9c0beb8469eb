/// What applies to a task and its child tasks. It is looked up once for each event.
final class TaskScope: Sendable {
  /// The system of a `withTracker` scope.
  let core: SystemCore?
  /// What modules above keep for that system; `nil` for the process's.
  let values: SystemValues?
  /// What ``withTrackedProperties(_:tracker:in:operation:)`` has added.
  let context: TrackingContext?

  init(core: SystemCore?, values: SystemValues?, context: TrackingContext?) {
    self.core = core
    self.values = values
    self.context = context
    Self.wasEverMade.set()
    if core != nil { Self.hadSystem.set() }
  }

  @TaskLocal static var scope: TaskScope?

  // Most apps never make a scope, and then there is no look-up. The flag is set before the scope is, so a task that has
  // a scope sees the flag. Benchmarks: depth 4 (134 instructions).
  /// The scope of the current task.
  @inline(__always)
  static var current: TaskScope? { wasEverMade.isSet ? scope : nil }

  /// Whether this process has ever made a scope.
  static let wasEverMade = AtomicFlag()
  /// Whether any scope has ever had a system of its own.
  static let hadSystem = AtomicFlag()
}

extension TaskScope {
  /// Runs `body` where a scope applies: what adopters' code tracks in it belongs there.
  static func with<Result>(_ scope: TaskScope?, _ body: () throws -> Result) rethrows -> Result {
    try $scope.withValue(scope) {
      try IssueReporter.$scoped.withValue(scope?.core?.issues) { try CurrentTime.with(scope?.core?.time.date, body) }
    }
  }

  /// The same for an asynchronous body, in the caller's isolation.
  static func with<Result>(
    _ scope: TaskScope?, isolation: isolated (any Actor)?, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $scope.withValue(
      scope,
      operation: {
        try await IssueReporter.$scoped.withValue(
          scope?.core?.issues,
          operation: { try await CurrentTime.with(scope?.core?.time.date, isolation: isolation, body) },
          isolation: isolation)
      }, isolation: isolation)
  }
}

extension TrackingContext {
  /// The context that `withTrackedProperties` has given to the current task; the innermost scope is nearest.
  public static var current: TrackingContext { TaskScope.current?.context ?? TrackingContext() }
}

extension SystemValues {
  /// Runs `body` in the surrounding system, but with these values.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let scope = TaskScope(core: TaskScope.current?.core, values: self, context: TaskScope.current?.context)
    let outcome = TaskScope.$scope.withValue(scope) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}

// Called from the inlined `track`. Benchmarks: quiet.
/// Whether events of this type go nowhere, wherever they are tracked: the process's tracker ignores them, and no
/// link, context or task has ever had a tracker or a system of its own.
@usableFromInline
func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool {
  IgnoredTypes.ofProcess.answer(for: type) == true && !TrackerRoute.wasEverSet.isSet
    && !TaskScope.hadSystem.isSet
}
