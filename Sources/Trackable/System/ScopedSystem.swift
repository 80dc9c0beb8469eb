#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A system of its own as a value, so that code which leaves the task can enter the system again.
package struct ScopedSystem: Sendable {
  let core: SystemCore

  /// A system as `withTracker` makes one.
  ///
  /// - Parameters:
  ///   - clock: What its deadlines are told by; `nil` means the continuous clock.
  ///   - date: The time of day for timestamps; `nil` means the computer's.
  package init(
    _ tracker: any AnalyticsEventTracker, clock: (any Clock<Duration>)? = nil, date: (@Sendable () -> Date)? = nil
  ) {
    let surrounding = TrackableSystem.current
    var deadlines: Deadlines = ({ .now }, SystemCore.afterwards)
    if let clock { deadlines = Self.deadlines(clock) }
    core = SystemCore(
      tracker: tracker, defaultProperties: surrounding.defaultProperties,
      issues: IssueReporter(handler: surrounding.issues.handler), usesTrackersOfLinks: false,
      readTimeout: max(surrounding.readTimeout, .seconds(300)), schedule: deadlines.schedule,
      now: deadlines.now, date: date)
  }

  /// The system as a tracker.
  package var tracker: any AnalyticsEventTracker { SystemTracker(core: core) }

  /// Receives the system's issues.
  package var issueHandler: @Sendable (TrackableIssue) -> Void {
    get { core.issues.handler }
    nonmutating set { core.issues.handler = newValue }
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

  private typealias Deadlines = (
    now: @Sendable () -> ContinuousClock.Instant,
    schedule: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
  )

  private static func deadlines(_ clock: some Clock<Duration>) -> Deadlines {
    let (start, zero) = (clock.now, ContinuousClock.now)
    return (
      { zero + start.duration(to: clock.now) },
      { delay, body in
        let deadline = clock.now.advanced(by: delay)
        Task.detached {
          try? await clock.sleep(until: deadline, tolerance: nil)
          body()
        }
      }
    )
  }
}
