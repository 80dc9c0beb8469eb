import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Runs `operation` with a system of its own, and records the calls in it.
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
/// Tests may run in parallel: none sees another one's events. The recorder gets all calls. Trackers of links, contexts and
/// tasks get nothing, so that no test reaches a vendor, and neither do trackers that `operation` registers. If it bootstraps
/// one, that is an issue. A tracker that the code calls itself gets its calls, also in a `TrackableSystem.withTracker` of its
/// own. Child tasks inherit the system. Queues, new threads and detached tasks do not: hand them the recorder, or see
/// ``RecordingTracker/run(_:)``.
///
/// If a task that `operation` has started tracks after this has returned, no test has compared that call. The handler around
/// the recording gets an issue, once for each place.
///
/// - Parameters:
///   - root: The object that ends every chain, as in `TrackableSystem.bootstrap`; `nil` if there is none.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators: `{ $0.renaming(.snakeCase) }`.
///   - clock: The clock of the system's deadlines, of sessions and of timings, such as a ``ManualClock``; `nil` means the
///     continuous clock.
///   - date: The time of day for timestamps. `nil` means that of the ``ManualClock``, if `clock` is one, or else the
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

/// Runs an asynchronous `operation` with a system of its own, in the caller's isolation, and records the calls in it.
///
/// When it returns, the recorder has all calls of `operation`, including events that had to wait for other actors. To have
/// them inside, call `await TrackableSystem.flush()`, or wait for one with
/// ``RecordingTracker/next(within:clock:where:fileID:line:)``.
///
/// - Parameters:
///   - root: The object that ends every chain, as in `TrackableSystem.bootstrap`; `nil` if there is none.
///   - through: The trackers in front of the recorder, for tests of an app's own combinators.
///   - clock: The clock of deadlines and durations; `nil` means the continuous clock.
///   - date: The time of day for timestamps; `nil` means that of the clock, or the computer's.
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

/// The system and the recorder, for as long as an operation runs.
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
    // The system holds a recorder without a system: otherwise each would keep the other alive. `through` asks for values of
    // this system, such as the visit.
    let tracker = values.run {
      // Sessions and timings ask for it.
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
