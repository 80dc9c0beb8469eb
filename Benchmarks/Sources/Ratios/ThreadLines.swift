import CBlackHole
import Cases
import Foundation
import References
import Synchronization
import Trackable

/// How much more two threads achieve than one.
///
/// The best rounds are compared. Other programs on the machine slow two threads down more than one, and two processors
/// may share a core. The array by hand, where threads share nothing, shows what two threads can achieve here at best.
/// If that is less than twice one thread, ours is measured against it.
enum ThreadLines {
  static func measure() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    var alone = Best()
    var apart = Best()
    var shared = Best()
    var handAlone = Best()
    var handApart = Best()
    for _ in 0..<25 {
      alone.add(time(threads: 1, makeWork(root: nil)))
      apart.add(time(threads: 2, makeWork(root: nil)))
      shared.add(time(threads: 2, makeWork(root: AlbumApp())))
      handAlone.add(time(threads: 1, makeHandWork))
      handApart.add(time(threads: 2, makeHandWork))
    }
    let possible = min(2, 2 * handAlone.nanoseconds / handApart.nanoseconds)
    func line(_ what: String, _ best: Best, _ goal: Double) -> Line {
      Line(
        what: what, ours: (best.nanoseconds / 2).nanoseconds, reference: alone.nanoseconds.nanoseconds,
        figure: 2 * alone.nanoseconds / best.nanoseconds * 2 / possible, unit: "x", goal: .atLeast(goal))
    }
    return [
      Line(
        what: "two threads by hand / one thread", ours: (handApart.nanoseconds / 2).nanoseconds,
        reference: handAlone.nanoseconds.nanoseconds, figure: possible, unit: "x", goal: nil),
      line("two threads on two chains / one thread", apart, 1.8),
      line("two threads with a shared root / one thread", shared, 1.4),
    ]
  }

  /// Makes what a thread does. Each thread has its own chain.
  private static func makeWork(root: AlbumApp?) -> @Sendable () -> () -> Void {
    {
      let chain = AlbumChain.typical(app: root ?? AlbumApp())
      return { chain.track() }
    }
  }

  @Sendable private static func makeHandWork() -> () -> Void {
    let hand = HandWritten(AlbumChain.typical())
    return { hand.sendArray() }
  }

  /// Nanoseconds per event, from the start of all threads until all have finished.
  private static func time(threads: Int, _ makeWork: @escaping @Sendable () -> () -> Void) -> Double {
    let events = 10_000
    let progress = Progress()
    for _ in 0..<threads {
      Thread.detachNewThread {
        let work = makeWork()
        for _ in 0..<200 { work() }
        progress.ready.add(1, ordering: .acquiringAndReleasing)
        while !progress.go.load(ordering: .acquiring) {}
        for _ in 0..<events { work() }
        progress.finished.store(monotonic_nanoseconds(), ordering: .releasing)
        progress.done.add(1, ordering: .acquiringAndReleasing)
      }
    }
    while progress.ready.load(ordering: .acquiring) < threads { usleep(100) }
    let start = monotonic_nanoseconds()
    progress.go.store(true, ordering: .releasing)
    // Checks rarely, since both processors are busy.
    while progress.done.load(ordering: .acquiring) < threads { usleep(500) }
    return Double(progress.finished.load(ordering: .acquiring) - start) / Double(events)
  }

  private struct Best {
    private(set) var nanoseconds = Double.infinity

    mutating func add(_ time: Double) { nanoseconds = min(nanoseconds, time) }
  }

  private final class Progress: Sendable {
    let ready = Atomic(0)
    let go = Atomic(false)
    let done = Atomic(0)
    /// When the last thread finished.
    let finished = Atomic<UInt64>(0)
  }
}
