import Testing
import TrackableHub

@testable import TrackableHTTP

/// When a destination sends.
@Suite struct SendingStateTests: ~Copyable {
  private let start = ContinuousClock.now
  private var state = SendingState(
    SendingPolicy(
      count: 3, delay: .seconds(10), retry: RetryPolicy(limit: 0, first: .seconds(8), longest: .seconds(60))))

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private static let starts = SendingState.Action(starts: true)
  private static let nothing = SendingState.Action()
  private static let answers = SendingState.Action(answers: true)

  /// The end of a run that has failed, and has left a record.
  private mutating func fail(after pause: Duration? = nil, share: Double = 1, at second: Int) -> SendingState.Action {
    state.end(.failed(retryAfter: pause), waiting: 1, share: share, at: at(second))
  }

  @Test mutating func `A flush while a run is about to end is answered after another`() {
    #expect(state.recordsWereStored(waiting: 3, at: at(0)) == Self.starts)
    #expect(state.flush(at: at(1)) == Self.nothing)
    #expect(state.end(.empty, waiting: 1, share: 1, at: at(1)) == Self.starts)
    #expect(state.end(.empty, waiting: 0, share: 1, at: at(2)) == Self.answers)
  }

  @Test mutating func `Pauses grow, whatever the policy's limit, and end with the first success`() {
    for (failure, pause) in [8, 16, 32, 60, 60].enumerated() {
      #expect(state.flush(at: at(0)) == Self.starts)
      // An alarm that is set already is enough.
      #expect(fail(at: 0) == .init(alarm: failure == 0 ? at(pause) : nil, answers: true))
      #expect(state.recordsWereStored(waiting: 9, at: at(0)).starts == false)
    }
    #expect(state.flush(at: at(0)) == Self.starts)
    #expect(state.end(.empty, waiting: 0, share: 1, at: at(0)) == Self.answers)
    #expect(state.recordsWereStored(waiting: 9, at: at(0)) == Self.starts)
    #expect(fail(at: 0).answers)
    #expect(state.recordsWereStored(waiting: 9, at: at(7)).starts == false)
    #expect(state.ring(at: at(8)) == Self.starts)
  }

  /// A service that asks for no pause again and again gets one.
  @Test(arguments: [(100, 0.0, 100), (100, 0.4, 110), (100, 1, 125), (0, 1, 8)])
  mutating func `Devices asked for the same pause come back over a quarter of it`(
    _ pause: Int, _ share: Double, _ end: Int
  ) {
    _ = state.flush(at: at(0))
    #expect(fail(after: .seconds(pause), share: share, at: 0) == .init(alarm: at(end), answers: true))
    #expect(state.flush(at: at(0)).starts == (pause == 0))
  }

  @Test mutating func `A long pause does not delay the events that are stored after it`() {
    _ = state.flush(at: at(0))
    _ = fail(at: 0)
    _ = state.flush(at: at(1))
    _ = fail(after: .seconds(80_000), share: 0, at: 1)
    #expect(state.ring(at: at(8)) == .init(alarm: at(80_001), answers: true))
    #expect(state.ring(at: at(80_001)) == Self.starts)
    _ = state.end(.empty, waiting: 0, share: 1, at: at(80_001))
    #expect(state.recordsWereStored(waiting: 1, at: at(80_002)) == .init(alarm: at(80_012)))
  }

  @Test mutating func `A purge that cancels the run of later events does not keep them from being sent`() {
    _ = state.flush(at: at(0))
    #expect(state.end(.cancelled, waiting: 2, share: 1, at: at(1)) == .init(alarm: at(11), answers: true))
    #expect(state.ring(at: at(11)) == Self.starts)
    #expect(state.end(.cancelled, waiting: 0, share: 1, at: at(12)) == Self.answers)
  }

  @Test(arguments: [false, true])
  mutating func `After its end it begins again with a flush, and with nothing else, and no flush waits`(
    isRunning: Bool
  ) {
    if isRunning { #expect(state.flush(at: at(0)) == Self.starts) }
    #expect(state.recordsWereStored(waiting: 1, at: at(0)) == (isRunning ? Self.nothing : .init(alarm: at(10))))
    state.close()
    if isRunning { #expect(state.end(.empty, waiting: 9, share: 1, at: at(1)) == Self.answers) }
    #expect(state.ring(at: at(10)) == (isRunning ? Self.nothing : Self.answers))
    #expect(state.hurry(at: at(11)) == Self.nothing)
    #expect(state.recordsWereStored(waiting: 1_000, at: at(11)) == Self.answers)
    #expect(state.recordsWereStored(waiting: 1, at: at(11)) == Self.nothing)
    #expect(state.flush(at: at(12)) == Self.starts)
    state.close()
    _ = state.end(.empty, waiting: 0, share: 1, at: at(12))
    #expect(state.flush(at: at(13)) == Self.starts)
  }

  @Test mutating func `An app in the foreground ends the pause after a failure, not one that the service asked for`() {
    #expect(state.hurry(at: at(0)) == Self.nothing)
    _ = state.flush(at: at(0))
    #expect(state.hurry(at: at(0)) == Self.nothing)
    _ = fail(at: 0)
    #expect(state.hurry(at: at(1)) == Self.starts)
    _ = fail(after: .seconds(7), at: 1)
    #expect(state.hurry(at: at(2)).starts == false)
    #expect(state.hurry(at: at(8)) == Self.starts)
  }
}
