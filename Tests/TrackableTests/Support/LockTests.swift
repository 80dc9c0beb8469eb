import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Trackable

@Suite(.timeLimit(.minutes(10))) struct LockTests {
  @Test func `Whoever holds one lock comes before all of what is done under all locks, or after all of it`() {
    let stripes = 4
    let lock = Lock(stripes: stripes) { _ in 0 }
    let sum = Atomic(0)
    let isDone = Atomic(false)
    let differences = onThreads(stripes + 1) { thread -> Int in
      if thread < stripes {
        while !isDone.load(ordering: .relaxed) {
          lock.withLock(stripe: thread) { count in
            count += 1
            sum.add(1, ordering: .relaxed)
          }
        }
        return 0
      }
      var differences = 0
      for _ in 0..<100 {
        var total = 0
        let isEqual = lock.withAllLocks(
          each: { _, count in
            total += count
            // Lets the others come in between, if they can.
            sched_yield()
          }, { sum.load(ordering: .relaxed) == total })
        if !isEqual { differences += 1 }
      }
      isDone.store(true, ordering: .relaxed)
      return differences
    }
    #expect(differences == [Int](repeating: 0, count: stripes + 1))
    #expect(sum.load(ordering: .relaxed) > 0)
  }

  @Test func `Threads are spread over the stripes, and each keeps to its own`() {
    let stripes = onThreads(64) { _ in (0..<10).map { _ in CurrentThread.stripe(of: 8) } }
    #expect(stripes.allSatisfy { Set($0).count == 1 })
    let used = Set(stripes.joined())
    #expect(used.count > 4 && used.isSubset(of: 0..<8), "\(used)")
    #expect(CurrentThread.stripe(of: 1) == 0)
  }
}
