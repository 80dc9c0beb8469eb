import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Runs `operation` with its own tracking system, and records all calls of the operation.
///
/// ```swift
/// @Test func `Rating an album is tracked`() {
///   withRecordedTracking { recorder in
///     AlbumDetailVC().rate()
///     #expect(recorder.difference(from: [.event(Events.User.didRateAlbum)]) == nil)
///   }
/// }
/// ```
///
/// Tests may run in parallel, because no test gets another test's events. The recorder gets all calls. Trackers of
/// links, contexts and tasks get no calls, nor do trackers that `operation` registers, so no test reaches a vendor. If
/// `operation` bootstraps, the library reports an issue. A tracker that the code calls directly gets these calls, and
/// so does a tracker that the code passes to its own `TrackableSystem.withTracker`.
///
/// Child tasks inherit the system. Queues, new threads and detached tasks do not: pass the recorder to them, or use
/// ``RecordingTracker/run(_:)``.
///
/// If a task of `operation` tracks after this function has returned, no test can compare that call. The surrounding
/// handler gets an issue, once for each location in the code.
///
/// - Parameters:
///   - root: The root, as in `TrackableSystem.bootstrap`; `nil` means no root.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators:
///     `{ $0.renaming(.snakeCase) }`.
///   - clock: The clock for the system's deadlines, sessions and timings, such as a ``ManualClock``; `nil` means the
///     continuous clock.
///   - date: The clock for timestamps. `nil` means the date of the ``ManualClock`` if `clock` is one, and otherwise the
///     computer's date.
///   - operation: The operation.
@discardableResult public func withRecordedTracking<Root: TrackableClass & Sendable, Result, Failure: Error>(
  root: Root? = NoRoot?.none,
  through: (RecordingTracker) -> any AnalyticsEventTracker = { $0 },
  clock: (any Clock<Duration>)? = nil,
  date: (@Sendable () -> Date)? = nil,
  operation: (_ recorder: RecordingTracker) throws(Failure) -> Result
) throws(Failure) -> Result {
  let scope = RecordedScope(root, through, clock, date)
  defer { scope.end() }
  return try scope.system.run { () throws(Failure) -> Result in try operation(scope.recorder) }
}

/// Runs an asynchronous `operation` with its own system, in the caller's isolation, and records all calls of the
/// operation.
///
/// When this function returns, the recorder has all calls of `operation`, including events that had to wait for other
/// actors. To have them earlier, call `await TrackableSystem.flush()` inside `operation`, or wait for an event with
/// ``RecordingTracker/next(within:clock:where:fileID:line:)``.
///
/// - Parameters:
///   - root: The root, as in `TrackableSystem.bootstrap`; `nil` means no root.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators.
///   - clock: The clock for deadlines and durations; `nil` means the continuous clock.
///   - date: The clock for timestamps; `nil` means the date of the manual clock, or otherwise the computer's date.
///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
///   - operation: The operation.
@discardableResult public func withRecordedTracking<Root: TrackableClass & Sendable, Result, Failure: Error>(
  root: Root? = NoRoot?.none,
  through: (RecordingTracker) -> any AnalyticsEventTracker = { $0 },
  clock: (any Clock<Duration>)? = nil,
  date: (@Sendable () -> Date)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  operation: (_ recorder: RecordingTracker) async throws(Failure) -> Result
) async throws(Failure) -> Result {
  let scope = RecordedScope(root, through, clock, date)
  defer { scope.end() }
  return try await scope.system.run { () async throws(Failure) -> Result in try await operation(scope.recorder) }
}

/// The system and the recorder of an operation.
private struct RecordedScope {
  let system: ScopedSystem
  let recorder: RecordingTracker
  private let values = SystemValues()
  private let surroundingHandler = TrackableSystem.issueHandler
  private let observer: Int

  init(
    _ root: (any TrackableClass & Sendable)?, _ through: (RecordingTracker) -> any AnalyticsEventTracker,
    _ clock: (any Clock<Duration>)?, _ date: (@Sendable () -> Date)?
  ) {
    let inner = RecordingTracker()
    let recording = inner.recording
    var date = date
    if let manual = clock as? ManualClock, date == nil { date = { manual.date } }
    // The system holds a recorder that has no system, because otherwise the system and the recorder would keep each
    // other alive. `through` runs in this system, because it may read values such as the visit.
    let tracker = values.run {
      // This line makes sessions and timings use the clock.
      if let clock { _ = TrackableSystem.value { SystemTime(clock) } }
      return through(inner)
    }
    system = ScopedSystem(tracker, root: root, values: values, clock: clock, date: date)
    system.issueHandler = { recording.add($0) }
    recorder = RecordingTracker(name: inner.name, recording, system)
    observer = UnclaimedCalls.observe { recording.add(AstrayCall(call: $0, location: $1)) }
  }

  func end() {
    UnclaimedCalls.stopObserving(observer)
    recorder.recording.end(system.identity, waiting: system.waiting, surroundingHandler)
  }
}
