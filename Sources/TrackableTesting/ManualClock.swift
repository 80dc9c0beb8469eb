import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A clock that stands still until a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let hub = TrackerHub([mixpanel], clock: clock)
/// hub.start()
/// await clock.sleeps(1)          // the hub pauses after a failure
/// clock.advance(by: .seconds(2))
/// ```
///
/// Isolation: any thread.
public final class ManualClock: Clock {
  private struct Sleeper {
    let deadline: ContinuousClock.Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: ContinuousClock.Instant
    var lastNumber = 0
    var sleepers: [Int: Sleeper] = [:]
    var sleeps: [Duration] = []
    var waiters: [Waiter] = []
  }

  /// A test that waits for a number of sleeps.
  private struct Waiter {
    let count: Int
    let condition: @Sendable (Duration) -> Bool
    let continuation: CheckedContinuation<Void, Never>

    func isReady(_ sleeps: [Duration]) -> Bool { sleeps.count(where: condition) >= count }
  }

  private let state: Lock<State>
  /// The instant and the date that the clock showed at first.
  private let start: (instant: ContinuousClock.Instant, date: Date)

  /// Creates a clock that shows a date.
  public init(date: Date = Date(timeIntervalSinceReferenceDate: 0)) {
    start = (.now, date)
    state = Lock(State(now: start.instant))
  }

  /// The instant that the clock shows.
  public var now: ContinuousClock.Instant {
    HeldLocks.mustBeNone()
    return state.withLock { $0.now }
  }
  /// A nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// The date that the clock shows.
  public var date: Date {
    let (seconds, attoseconds) = (now - start.instant).components
    return start.date.addingTimeInterval(Double(seconds) + Double(attoseconds) * 1e-18)
  }

  /// The durations of all sleeps, in the order in which they began.
  package var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// The number of current sleeps.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Advances the clock. The sleeps whose deadlines have come end, the earliest deadline first.
  public func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let awake = state.sleepers.filter { $0.value.deadline <= state.now }
      for number in awake.keys { state.sleepers[number] = nil }
      return awake
    }
    for sleeper in awake.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }) {
      sleeper.value.continuation.resume()
    }
  }

  /// Waits until `count` sleeps have begun since the clock was created, and returns their durations.
  ///
  /// ```swift
  /// await clock.sleeps(1) { $0 == .seconds(5) }    // the code waits with a timeout of five seconds
  /// ```
  ///
  /// - Parameters:
  ///   - count: The number of sleeps to wait for.
  ///   - isCounted: Returns whether a sleep of this duration is counted. By default, all sleeps are counted.
  @discardableResult public func sleeps(
    _ count: Int, where isCounted: @escaping @Sendable (Duration) -> Bool = { _ in true }
  ) async -> [Duration] {
    await withCheckedContinuation { continuation in
      let waiter = Waiter(count: count, condition: isCounted, continuation: continuation)
      let isReady = state.withLock { state in
        if waiter.isReady(state.sleeps) { return true }
        state.waiters.append(waiter)
        return false
      }
      if isReady { continuation.resume() }
    }
    return sleeps.filter(isCounted)
  }

  /// Returns when a test has advanced the clock to `deadline`, or throws when the task is cancelled.
  public func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration? = nil) async throws {
    HeldLocks.mustBeNone()
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (outcome, ready) = state.withLock {
          state -> (Swift.Result<Void, any Error>?, [CheckedContinuation<Void, Never>]) in
          state.sleeps.append(state.now.duration(to: deadline))
          let ready = state.waiters.filter { $0.isReady(state.sleeps) }.map(\.continuation)
          state.waiters.removeAll { $0.isReady(state.sleeps) }
          // If the caller was cancelled before this line, the handler below has found no sleeper to resume.
          if Task.isCancelled { return (.failure(CancellationError()), ready) }
          if deadline <= state.now { return (.success(()), ready) }
          state.sleepers[number] = Sleeper(deadline: deadline, continuation: continuation)
          return (nil, ready)
        }
        for waiter in ready { waiter.resume() }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
    }
  }
}
