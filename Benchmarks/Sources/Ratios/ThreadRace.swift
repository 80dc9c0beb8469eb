import CBlackHole
import Foundation
import Synchronization

/// Threads that start at the same moment, and do the same until all have finished.
enum ThreadRace {
  /// Nanoseconds for an operation of each thread, from the start of all threads until all have finished.
  static func time(threads: Int, operations: Int, _ makeWork: @escaping @Sendable () -> () -> Void) -> Double {
    let progress = Progress()
    for _ in 0..<threads {
      Thread.detachNewThread {
        let work = makeWork()
        for _ in 0..<200 { work() }
        progress.run(operations, of: work)
      }
    }
    return progress.time(threads: threads) / Double(operations)
  }

  /// The same, where each thread is that of an actor of its own.
  static func timeOnActors(
    _ actors: Int, operations: Int, _ makeWork: @escaping @Sendable (isolated Racer) -> () -> Void
  ) -> Double {
    let progress = Progress()
    for _ in 0..<actors {
      let racer = Racer()
      Task.detached {
        await racer.run { racer in
          let work = makeWork(racer)
          for _ in 0..<200 { work() }
          progress.run(operations, of: work)
        }
      }
    }
    return progress.time(threads: actors) / Double(operations)
  }

  /// An actor with a thread of its own for each of its jobs. It has one job only, so two never run at a time.
  actor Racer {
    private let executor = OwnThread()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ body: @Sendable (isolated Racer) -> Void) { body(self) }
  }

  private final class OwnThread: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      Thread.detachNewThread { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
  }

  private final class Progress: Sendable {
    private let ready = Atomic(0)
    private let go = Atomic(false)
    private let done = Atomic(0)
    /// When the last thread finished.
    private let finished = Atomic<UInt64>(0)

    func run(_ operations: Int, of work: () -> Void) {
      ready.add(1, ordering: .acquiringAndReleasing)
      // There may be more threads than processors.
      while !go.load(ordering: .acquiring) { sched_yield() }
      for _ in 0..<operations { work() }
      finished.store(monotonic_nanoseconds(), ordering: .releasing)
      done.add(1, ordering: .acquiringAndReleasing)
    }

    func time(threads: Int) -> Double {
      while ready.load(ordering: .acquiring) < threads { usleep(100) }
      let start = monotonic_nanoseconds()
      go.store(true, ordering: .releasing)
      // Checks rarely, since all processors are busy.
      while done.load(ordering: .acquiring) < threads { usleep(500) }
      return Double(finished.load(ordering: .acquiring) - start)
    }
  }
}
