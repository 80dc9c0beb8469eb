import TestSupport
import Testing
import Trackable

/// What one thread does with its objects is nothing that links on other threads can be felt in.
@Suite(.timeLimit(.minutes(10))) struct ForeignThreadConcurrencyTests {
  /// Not `Sendable`, and shared by objects that are not: all of them belong to one thread.
  private final class Tally {
    var gone = 0
  }

  private final class Passenger: TrackableClass, @unchecked Sendable {
    private let tally: Tally
    init(_ tally: Tally) { self.tally = tally }
    var trackedProperties: TrackedProperties { "computed passenger" ~>> true }
    deinit { tally.gone += 1 }
  }

  @Test func `A released parent is gone at once, on its thread, and computes nothing, while other threads link`() {
    let isDone = Lock(false)
    let (asked, late) = onThreads(2) { thread -> (asked: Int, late: Int) in
      let tally = Tally()
      var (asked, late) = (0, 0)
      if thread == 0 {
        let child = Station("child")
        for made in 1...SearchScale.times(8_000, long: 50_000) {
          do {
            let parent = Passenger(tally)
            parent.setupTrackableChain()
            child.setupTrackableChain(parent: parent)
          }
          if tally.gone != made { late += 1 }
          tally.gone = made
          if child.trackedNames() != ["computed child"] { asked += 1 }
        }
        isDone.withLock { $0 = true }
      }
      while !isDone.withLock({ $0 }) {
        for _ in 0..<100 { Passenger(tally).setupTrackableChain() }
      }
      return (asked, late)
    }[0]
    expect(asked, is: 0)
    #expect(late == 0, "so many deinits ran late, and on the other thread")
  }
}
