import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

/// Producers on threads of their own, destinations on theirs.
@Suite(.timeLimit(.minutes(10))) struct HubConcurrencyTests {
  private static let producers = 4
  #if TRACKABLE_SANITIZER
    private static let total = 40_000
  #elseif DEBUG
    private static let total = SearchScale.times(20_000, long: 200_000)
  #else
    private static let total = 1_000_000
  #endif

  private struct Produced: AnalyticsEvent {
    let producer: Int
    let number: Int
    // Declared, so that no name is looked up.
    var name: String { "produced" }
  }

  /// Notes the last number of each producer, and whether an earlier one came after it.
  private final class Checker: AnalyticsEventTracker {
    private struct State {
      var last = [Int](repeating: -1, count: HubConcurrencyTests.producers)
      var count = 0
      var isOrdered = true
      var hasGaps = false
    }
    private let state = Lock(State())

    var count: Int { state.withLock { $0.count } }
    var isOrdered: Bool { state.withLock { $0.isOrdered } }
    var hasGaps: Bool { state.withLock { $0.hasGaps } }

    func track(_ event: TrackedEvent) {
      guard let event = event.base as? Produced else { return }
      state.withLock { state in
        let last = state.last[event.producer]
        if event.number <= last { state.isOrdered = false }
        if event.number != last + 1 { state.hasGaps = true }
        state.last[event.producer] = event.number
        state.count += 1
      }
    }
  }

  /// Has the producers track, and reads the ledger all the while. Answers the entries that break the law.
  private func produce(_ total: Int, into hub: TrackerHub) -> [TrackerLedger.Entry] {
    let running = Shared(Self.producers)
    return onThreads(Self.producers + 1) { thread -> [TrackerLedger.Entry] in
      if thread < Self.producers {
        for number in 0..<total / Self.producers {
          hub.track(TrackedEvent(Produced(producer: thread, number: number), properties: []))
        }
        running.add(-1)
        return []
      }
      var wrong: [TrackerLedger.Entry] = []
      while running.value > 0 {
        wrong += hub.ledger.entries.filter {
          $0.accepted != $0.delivered + $0.waiting + $0.dropped || $0.waiting < $0.retrying
        }
        // Leaves the processor to those who have something to do.
        sched_yield()
      }
      return wrong
    }.flatMap { $0 }
  }

  @Test func `Each producer's order is kept at every destination, and nothing is lost`() async {
    let checkers = [Checker(), Checker(), Checker()]
    let hub = hub(CombinedTracker(checkers), capacity: Self.total, batch: Batch(), clock: nil)
    hub.start()
    #expect(produce(Self.total, into: hub) == [])
    #expect(await hub.shutdown(timeout: realPatience).isComplete)
    for checker in checkers {
      #expect(checker.count == Self.total)
      #expect(checker.isOrdered && !checker.hasGaps)
    }
    for entry in hub.ledger.entries {
      #expect(entry.accepted == Self.total && entry.delivered == Self.total)
    }
  }

  @Test func `Calls arrive in the order of the hand-overs, from all threads`() async {
    let total = Self.total / 10
    let threads = 8
    let checker = Checker()
    let hub = hub(checker, capacity: total, batch: Batch(), clock: nil)
    hub.start()
    // Each thread has every eighth event, and hands it over when the call for the one before has returned.
    let turns = (0..<threads).map { _ in DispatchSemaphore(value: 0) }
    let isDone = Shared(false)
    turns[0].signal()
    _ = onThreads(threads + 1) { thread in
      if thread == threads {
        while !isDone.value {
          _ = hub.ledger
          sched_yield()
        }
        return
      }
      for number in stride(from: thread, to: total, by: threads) {
        turns[thread].wait()
        hub.track(TrackedEvent(Produced(producer: 0, number: number), properties: []))
        if number == total - 1 { isDone.set(true) }
        turns[(thread + 1) % threads].signal()
      }
    }
    #expect(await hub.shutdown(timeout: realPatience).isComplete)
    #expect(checker.count == total)
    #expect(checker.isOrdered && !checker.hasGaps)
  }

  @Test func `A shutdown while others track counts every delivery`() async {
    let checkers = [Checker(), Checker()]
    let hub = hub(CombinedTracker(checkers), capacity: Self.total, batch: Batch(), clock: nil)
    let total = Self.total / 10
    hub.start()
    async let lost = Task.detached {
      await until { checkers[0].count >= total / 10 }
      return await hub.shutdown(timeout: .zero)
    }.value
    let wrong = await Task.detached { produce(total, into: hub) }.value
    #expect(wrong == [])
    let isAtLeast = await lost.failed <= hub.ledger.entries.reduce(0) { $0 + $1[.late] }
    #expect(isAtLeast)
    for (checker, entry) in zip(checkers, hub.ledger.entries) {
      #expect(checker.isOrdered && !checker.hasGaps)
      #expect(entry.waiting == 0 && entry.accepted == total)
      // One may have been in hand when it ended.
      #expect(checker.count - entry.delivered <= 1 && checker.count >= entry.delivered)
    }
  }

  @Test func `Starting from several threads starts once`() async {
    let configurations = Mailbox<Int>()
    let hub = hub(ClosureTracker { _ in }.destination { configurations.put(1) })
    _ = onThreads(4) { _ in hub.start() }
    #expect(await hub.started)
    #expect(configurations.all == [1])
  }
}
