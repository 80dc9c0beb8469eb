import Trackable

/// A clock that stands still until it is told to go on.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var now = Instant()
    var lastSleeper = 0
    var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Lock(State())
  /// How long each sleep was to last, in the order in which they began.
  let sleeps = Mailbox<Duration>()

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let (sleeper, now) = state.withLock { state in
      state.lastSleeper += 1
      return (state.lastSleeper, state.now)
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(sleeper) != nil { return .failure(CancellationError()) }
          if deadline <= state.now { return .success(()) }
          state.sleepers[sleeper] = (deadline, continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
        sleeps.put(now.duration(to: deadline))
      }
    } onCancel: {
      let found = state.withLock { state in
        let found = state.sleepers.removeValue(forKey: sleeper)
        if found == nil { state.cancelled.insert(sleeper) }
        return found?.continuation
      }
      found?.resume(throwing: CancellationError())
    }
  }

  /// Time passes; who slept until then wakes.
  func advance(by duration: Duration) {
    let awake = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let awake = state.sleepers.filter { $0.value.deadline <= state.now }
      for sleeper in awake.keys { state.sleepers[sleeper] = nil }
      return awake.sorted { $0.value.deadline < $1.value.deadline }.map(\.value.continuation)
    }
    for continuation in awake { continuation.resume() }
  }
}
