import Dispatch
import Foundation
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub
import TestSupport

/// How much a hub takes of shared resources: the threads of tasks, those of Dispatch, and time.
///
/// One after the other, because each takes something away from the whole process.
@Suite(.timeLimit(.minutes(10)), .serialized) struct SharedThreadsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `A deadline does not wait for the tasks of others`() async {
    var probe = Probe()
    let gate = Gate()
    probe.onDeliver = { _ in await gate.pass() }
    let hub = hub(probe, clock: nil)
    hub.start()
    hub.track([1])
    await probe.asked.elements(1)
    let release = DispatchSemaphore(value: 0)
    let blocked = Shared(0)
    let count = 4 * ProcessInfo.processInfo.activeProcessorCount
    let results = Mailbox<DeliveryResult>()
    let isReleased = Shared(false)
    let finished = DispatchSemaphore(value: 0)
    // On a thread of its own, because none is free that tasks share.
    let own = DestinationExecutor(name: "own thread").start {
      // Each blocks one of the threads of tasks; the others wait in line.
      for _ in 0..<count {
        Task.detached {
          blocked.add(1)
          release.wait()
        }
      }
      // Not without end: another test may hold a thread while it waits for a task.
      let patience = ContinuousClock.now + .seconds(5)
      while blocked.value < ProcessInfo.processInfo.activeProcessorCount, ContinuousClock.now < patience {
        sched_yield()
      }
      for timeout in [Duration.milliseconds(200), .milliseconds(50)] {
        results.put(await hub.flush(timeout: timeout))
      }
      results.put(await hub.shutdown(timeout: .milliseconds(100)))
      finished.signal()
    }
    // Releases the threads when everything has returned, or after eight minutes, which nothing may need.
    let releasing = Thread {
      let isLate = finished.wait(timeout: .now() + 480) == .timedOut
      isReleased.set(isLate)
      for _ in 0..<count { release.signal() }
    }
    releasing.start()
    let all = await results.elements(3)
    // A deadline that needs one of those threads comes when they are released, and not before.
    #expect(!isReleased.value)
    #expect(all.map(\.pending) == [1, 1, 0] && all[2].failed == 1)
    await own.value
    gate.open()
  }

  /// The number of threads of this process, where the system tells.
  private static var threadCount: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `Hundreds of destinations that block their threads take a few dozen, and nothing from others`() async {
    let count = 260
    let (release, blocked) = (DispatchSemaphore(value: 0), Mailbox<Int>())
    let stuck = (0..<count).map { number in
      ClosureTracker { _ in
        blocked.put(number)
        release.wait()
      }
    }
    let before = Self.threadCount
    let hub = hub(CombinedTracker(stuck), clock: nil)
    hub.start()
    hub.track(1...2)
    await blocked.elements(DestinationExecutor.limit)
    // Another hub, a queue of Dispatch, and a task go on.
    let probe = Probe()
    let other = TrackableHubTests.hub(probe, clock: nil)
    other.start()
    other.track(1...100)
    #expect(await other.flush(timeout: realPatience).isComplete)
    #expect(probe.received.all == names(1...100))
    await withCheckedContinuation { continuation in DispatchQueue.global().async { continuation.resume() } }
    await Task.detached {}.value
    #expect(await hub.flush(timeout: .milliseconds(50)).pending > 0)
    #expect(blocked.all.count == DestinationExecutor.limit)
    if let before, let now = Self.threadCount { #expect(now - before < 2 * DestinationExecutor.limit + 16) }
    for _ in 0..<2 * count { release.signal() }
    #expect(await hub.shutdown(timeout: realPatience).isComplete)
    #expect(Set(blocked.all).count == count)
  }

  /// The threads are kept alive by the task alone: while one thread wakes a task, another may already have ended it.
  @Test func `Threads may go with the last task, while another thread still wakes it`() async {
    for _ in 0..<SearchScale.times(2_000, long: 50_000) {
      let (sleeping, ended) = (Lock<[CheckedContinuation<Void, Never>]>([]), Lock(0))
      do {
        let threads = DestinationExecutor(name: "short", width: 2)
        for _ in 0..<2 {
          _ = threads.start {
            await withCheckedContinuation { continuation in sleeping.withLock { $0.append(continuation) } }
            ended.withLock { $0 += 1 }
          }
        }
      }
      while sleeping.withLock({ $0.count < 2 }) { await Task.yield() }
      for continuation in sleeping.withLock({ $0 }) { Thread.detachNewThread { continuation.resume() } }
      while ended.withLock({ $0 < 2 }) { await Task.yield() }
    }
  }
}
