import Testing
import TrackableHub

@testable import TrackableHTTP

/// When a destination sends.
@Suite struct SendingStateTests: ~Copyable {
  private let start = ContinuousClock.now
  private var state = SendingState(
    SendingPolicy(count: 3, delay: .seconds(10), retry: RetryPolicy(first: .seconds(8), longest: .seconds(60))))

  private func at(_ seconds: Int) -> ContinuousClock.Instant { start + .seconds(seconds) }

  private static let starts = SendingState.Action(starts: true)
  private static let nothing = SendingState.Action()
  private static let answers = SendingState.Action(answers: true)

  @Test mutating func `An event that is stored while a run is about to end is not forgotten`() {
    #expect(state.flush(at: at(0)) == Self.starts)
    #expect(state.recordsWereStored(waiting: 1, at: at(1)) == Self.nothing)
    #expect(state.end(.empty, waiting: 1, share: 1, at: at(1)) == .init(alarm: at(11), answers: true))
  }

  @Test mutating func `A flush while a run is about to end is answered after another`() {
    #expect(state.recordsWereStored(waiting: 3, at: at(0)) == Self.starts)
    #expect(state.flush(at: at(1)) == Self.nothing)
    #expect(state.end(.empty, waiting: 1, share: 1, at: at(1)) == Self.starts)
    #expect(state.end(.empty, waiting: 0, share: 1, at: at(2)) == Self.answers)
  }

  @Test mutating func `A limit of the policy does not end the pauses: what is stored is never given up`() {
    state = SendingState(
      SendingPolicy(count: 1, retry: RetryPolicy(limit: 0, first: .seconds(8), longest: .seconds(60))))
    #expect(state.recordsWereStored(waiting: 1, at: at(0)) == Self.starts)
    #expect(state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(0)).alarm == at(8))
    #expect(state.ring(at: at(8)) == Self.starts)
    #expect(state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(8)).alarm == at(24))
  }

  @Test mutating func `Pauses grow, and end with the first success`() {
    for (failure, pause) in [8, 16, 32, 60, 60].enumerated() {
      #expect(state.flush(at: at(0)) == Self.starts)
      let action = state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(0))
      // An alarm that is set already is enough.
      #expect(action == .init(alarm: failure == 0 ? at(pause) : nil, answers: true))
      #expect(state.recordsWereStored(waiting: 9, at: at(0)).starts == false)
    }
    #expect(state.flush(at: at(0)) == Self.starts)
    #expect(state.end(.empty, waiting: 0, share: 1, at: at(0)) == Self.answers)
    #expect(state.recordsWereStored(waiting: 9, at: at(0)) == Self.starts)
    #expect(state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(0)).answers)
    #expect(state.recordsWereStored(waiting: 9, at: at(7)).starts == false)
    #expect(state.ring(at: at(8)) == Self.starts)
  }

  @Test(arguments: [(0.0, 100), (0.4, 110), (1, 125)])
  mutating func `Devices that were asked for the same pause come back over a quarter of it`(
    _ share: Double, _ end: Int
  ) {
    _ = state.flush(at: at(0))
    #expect(
      state.end(.failed(retryAfter: .seconds(100)), waiting: 1, share: share, at: at(0))
        == .init(alarm: at(end), answers: true))
  }

  @Test mutating func `A service that asks for no pause again and again gets one`() {
    _ = state.flush(at: at(0))
    #expect(
      state.end(.failed(retryAfter: .zero), waiting: 1, share: 1, at: at(0)) == .init(alarm: at(8), answers: true))
    #expect(state.flush(at: at(0)) == Self.starts)
  }

  @Test mutating func `A long pause does not delay the events that are stored after it`() {
    _ = state.flush(at: at(0))
    _ = state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(0))
    _ = state.flush(at: at(1))
    _ = state.end(.failed(retryAfter: .seconds(80_000)), waiting: 1, share: 0, at: at(1))
    #expect(state.ring(at: at(8)) == .init(alarm: at(80_001), answers: true))
    #expect(state.ring(at: at(80_001)) == Self.starts)
    _ = state.end(.empty, waiting: 0, share: 1, at: at(80_001))
    #expect(state.recordsWereStored(waiting: 1, at: at(80_002)) == .init(alarm: at(80_012)))
  }

  @Test mutating func `After a purge, events that are stored later are sent in their time`() {
    _ = state.flush(at: at(0))
    #expect(state.recordsWereStored(waiting: 2, at: at(1)) == Self.nothing)
    #expect(state.end(.cancelled, waiting: 2, share: 1, at: at(1)) == .init(alarm: at(11), answers: true))
  }

  @Test mutating func `A purge that cancels the run of later events does not keep them from being sent`() {
    _ = state.flush(at: at(0))
    #expect(state.end(.cancelled, waiting: 2, share: 1, at: at(1)) == .init(alarm: at(11), answers: true))
    #expect(state.ring(at: at(11)) == Self.starts)
    #expect(state.end(.cancelled, waiting: 0, share: 1, at: at(12)) == Self.answers)
  }

  @Test mutating func `After its end nothing begins by itself, and no flush waits`() {
    #expect(state.recordsWereStored(waiting: 1, at: at(0)) == .init(alarm: at(10)))
    state.close()
    #expect(state.ring(at: at(10)) == Self.answers)
    #expect(state.hurry(at: at(11)) == Self.nothing)
  }

  @Test mutating func `A run that ends after the end is the last`() {
    _ = state.flush(at: at(0))
    #expect(state.recordsWereStored(waiting: 9, at: at(0)) == Self.nothing)
    state.close()
    #expect(state.end(.empty, waiting: 9, share: 1, at: at(1)) == Self.answers)
  }

  @Test mutating func `After its end it begins again with a flush, and not with an event`() {
    state.close()
    #expect(state.recordsWereStored(waiting: 1_000, at: at(0)) == Self.answers)
    #expect(state.recordsWereStored(waiting: 1, at: at(0)) == Self.nothing)
    #expect(state.flush(at: at(11)) == Self.starts)
    state.close()
    _ = state.end(.empty, waiting: 0, share: 1, at: at(11))
    #expect(state.flush(at: at(12)) == Self.starts)
  }

  @Test mutating func `An app in the foreground ends the pause after a failure, not one that the service asked for`() {
    #expect(state.hurry(at: at(0)) == Self.nothing)
    _ = state.flush(at: at(0))
    #expect(state.hurry(at: at(0)) == Self.nothing)
    _ = state.end(.failed(retryAfter: nil), waiting: 1, share: 1, at: at(0))
    #expect(state.hurry(at: at(1)) == Self.starts)
    _ = state.end(.failed(retryAfter: .seconds(7)), waiting: 1, share: 1, at: at(1))
    #expect(state.hurry(at: at(2)).starts == false)
    #expect(state.hurry(at: at(8)) == Self.starts)
  }
}
