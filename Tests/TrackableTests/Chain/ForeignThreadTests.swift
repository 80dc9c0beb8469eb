import TestSupport
import Testing
import Trackable

/// What one thread does with its objects is nothing that links on other threads can be felt in.
@Suite(.timeLimit(.minutes(10))) struct ForeignThreadConcurrencyTests {
  private final class Passenger: TrackableClass, @unchecked Sendable {
    var trackedProperties: TrackedProperties { "computed passenger" ~>> true }
  }

  /// Not `Sendable`, and shared by objects that are not: all of them belong to one thread.
  private final class Tally {
    var gone = 0
  }

  private final class Counted: TrackableClass, @unchecked Sendable {
    private let tally: Tally
    init(_ tally: Tally) { self.tally = tally }
    var trackedProperties: TrackedProperties {}
    deinit { tally.gone += 1 }
  }

  /// Runs `body` while another thread links objects of its own.
  private func whileOthersLink(_ body: @escaping @Sendable () -> Int) -> Int {
    let isDone = Lock(false)
    return onThreads(2) { thread in
      if thread == 0 {
        defer { isDone.withLock { $0 = true } }
        return body()
      }
      while !isDone.withLock({ $0 }) {
        for _ in 0..<100 { Passenger().setupTrackableChain() }
      }
      return 0
    }[0]
  }

  @Test func `A released parent computes nothing, also while other threads link`() {
    let asked = whileOthersLink {
      let child = Station("child")
      var asked = 0
      for _ in 0..<SearchScale.times(8_000, long: 50_000) {
        do {
          let parent = Passenger()
          child.setupTrackableChain(parent: parent)
        }
        if child.trackedNames() != ["computed child"] { asked += 1 }
      }
      return asked
    }
    expect(asked, is: 0)
  }

  @Test func `deinit runs on the thread that released, also while other threads link`() {
    let late = whileOthersLink {
      let tally = Tally()
      var late = 0
      for made in 1...SearchScale.times(15_000, long: 100_000) {
        Counted(tally).setupTrackableChain()
        if tally.gone != made { late += 1 }
        tally.gone = made
      }
      return late
    }
    #expect(late == 0, "so many deinits ran late, and on the other thread")
  }
}
