import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Runs `operation` with a system of its own, and records all its calls.
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
/// links, contexts and tasks get no calls, nor do trackers that `operation` registers, so no test reaches a vendor. A
/// bootstrap inside `operation` causes an issue. A tracker that the code calls directly gets its calls, also in a
/// `TrackableSystem.withTracker` of its own.
///
/// Child tasks inherit the system. Queues, new threads and detached tasks do not: pass the recorder to them, or use
/// ``RecordingTracker/run(_:)``.
///
/// If a task of `operation` tracks after this function has returned, no test has compared that call. The surrounding
/// handler gets an issue, once for each place in the code.
///
/// - Parameters:
///   - root: The root, as in `TrackableSystem.bootstrap`; `nil` if there is none.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators:
///     `{ $0.renaming(.snakeCase) }`.
///   - clock: The clock for the system's deadlines, sessions and timings, such as a ``ManualClock``; `nil` means the
///     continuous clock.
///   - date: The clock for timestamps. `nil` means the date of the ``ManualClock``, if `clock` is one, or else the
///     computer's.
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

/// Runs an asynchronous `operation` with a system of its own, in the caller's isolation, and records all its calls.
///
/// When this function returns, the recorder has all calls of `operation`, including events that had to wait for other
/// actors. To have them earlier, call `await TrackableSystem.flush()` inside, or wait for one with
/// ``RecordingTracker/next(within:clock:where:fileID:line:)``.
///
/// - Parameters:
///   - root: The root, as in `TrackableSystem.bootstrap`; `nil` if there is none.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators.
///   - clock: The clock for deadlines and durations; `nil` means the continuous clock.
///   - date: The clock for timestamps; `nil` means the date of the manual clock, or the computer's.
///   - isolation: The caller's actor; leave it out.
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
    // The system holds a recorder without a system, because otherwise each would keep the other alive. `through` runs
    // in this system, because it may read values such as the visit.
    let tracker = values.run {
      // Sessions and timings use this clock.
      if let clock { _ = TrackableSystem.value { SystemTime(clock) } }
      return through(inner)
    }
    system = ScopedSystem(tracker, root: root, values: values, clock: clock, date: date)
    system.issueHandler = { recording.add($0) }
    recorder = RecordingTracker(name: inner.name, recording, system)
    observer = UnclaimedCalls.observe { recording.add(AstrayCall(call: $0, location: $1, isOurs: $2)) }
  }

  func end() {
    UnclaimedCalls.stopObserving(observer)
    recorder.recording.end(system.identity, waiting: system.waiting, surroundingHandler)
  }
}
