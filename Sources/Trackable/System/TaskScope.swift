/// The tracking system and the ``TrackingContext`` of a task and its child tasks. Each event looks them up once.
final class TaskScope: Sendable {
  /// The system of a `withTracker` scope.
  let core: SystemCore?
  /// The values that other modules keep for that system; `nil` for the system of the process.
  let values: SystemValues?
  /// The properties and the tracker of ``withTrackedProperties(_:in:operation:)``.
  let context: TrackingContext?

  init(core: SystemCore?, values: SystemValues?, context: TrackingContext?) {
    self.core = core
    self.values = values
    self.context = context
    Self.wasEverMade.set(1)
    if core != nil { Self.hadSystem.set(1) }
  }

  @TaskLocal static var scope: TaskScope?

  // Most apps never make a scope, and so need no look-up. The flag is set before a scope is made, so a task with a
  // scope sees the flag. The benchmark `depth 4` shows the difference (134 instructions).
  /// The scope of the current task.
  static var current: TaskScope? { wasEverMade.value != 0 ? scope : nil }

  /// Not zero if this process has ever made a scope.
  static let wasEverMade = AtomicWord()
  /// Not zero if any scope has ever had a system of its own.
  static let hadSystem = AtomicWord()
}

extension TaskScope {
  /// Runs `body` inside the scope, so that calls that adopters' code makes in `body` go to the scope's system.
  func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    // `withValue` has no typed throws, so the error is returned as a value.
    let outcome = Self.$scope.withValue(self) {
      guard let core else { return Swift.Result(catching: body) }
      return IssueReporter.$scoped.withValue(core.issues) {
        CurrentTime.$kept.withValue(core.time.date) { Swift.Result(catching: body) }
      }
    }
    return try outcome.get()
  }

  /// Runs an asynchronous body inside the scope, in the caller's isolation. Returns the body's result or error.
  func outcome<Result, Failure: Error>(
    isolation: isolated (any Actor)?, _ body: () async throws(Failure) -> Result
  ) async -> Swift.Result<Result, Failure> {
    func catching() async -> Swift.Result<Result, Failure> {
      do throws(Failure) { return .success(try await body()) } catch { return .failure(error) }
    }
    return await Self.$scope.withValue(
      self,
      operation: {
        guard let core else { return await catching() }
        return await IssueReporter.$scoped.withValue(
          core.issues,
          operation: { await CurrentTime.$kept.withValue(core.time.date, operation: catching, isolation: isolation) },
          isolation: isolation)
      }, isolation: isolation)
  }
}

extension TrackingContext {
  /// The context that the current task has from `withTrackedProperties`. The properties of the innermost call are
  /// nearest.
  public static var current: TrackingContext { TaskScope.current?.context ?? TrackingContext() }
}

extension SystemValues {
  /// The values of the current scope's system or, outside of a scope, of the process's system.
  static var current: SystemValues { TaskScope.current?.values ?? .ofProcess }

  /// Runs `body` in the current system, but with these values.
  package func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let outer = TaskScope.current
    return try TaskScope(core: outer?.core, values: self, context: outer?.context).run(body)
  }
}
