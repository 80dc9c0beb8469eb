/// A system of its own as a value, so that code which leaves the task can enter the system again.
package struct ScopedSystem: Sendable {
  let core: SystemCore

  /// Tells it apart from others.
  package var identity: ObjectIdentifier { ObjectIdentifier(core) }

  /// The identity of the system that the current task has; `nil` if that is the system of the process.
  package static var currentIdentity: ObjectIdentifier? { TaskScope.current?.core.map { ObjectIdentifier($0) } }

  /// The system as a tracker.
  package var tracker: any AnalyticsEventTracker { SystemTracker(core: core) }

  /// Receives the system's issues.
  package var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { core.issues.handler }
    nonmutating set { core.issues.handler = newValue }
  }

  /// Where the events were tracked that wait for other actors, each place once.
  package var waiting: [CodeLocation] {
    core.incompleteLocations.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Runs `operation` in the system.
  package func run<Result, Failure: Error>(_ operation: () throws(Failure) -> Result) throws(Failure) -> Result {
    try TrackableSystem.withCore(core, operation: operation)
  }

  /// Runs `operation` in the system, and returns when everything that it tracked was handed to the tracker.
  package func run<Result, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await TrackableSystem.withCore(core, isolation: isolation, operation: operation)
  }
}
