import CBlackHole
import Cases
import Foundation
import Synchronization
import Trackable

/// How much more two threads do than one.
///
/// The best rounds are compared: with two processors, whatever else runs takes from two threads and not from one.
enum ThreadLines {
  static func measure() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    var alone: [UInt64] = []
    var apart: [UInt64] = []
    var shared: [UInt64] = []
    for _ in 0..<15 {
      alone.append(time(threads: 1, root: nil))
      apart.append(time(threads: 2, root: nil))
      shared.append(time(threads: 2, root: AlbumApp()))
    }
    func line(_ what: String, _ times: [UInt64], _ goal: Double) -> Line {
      let best = (Double(alone.min() ?? 0), Double(times.min() ?? 0))
      return Line(
        what: what, ours: (best.1 / Double(events) / 2).nanoseconds, reference: (best.0 / Double(events)).nanoseconds,
        figure: 2 * best.0 / best.1, unit: "x", goal: .atLeast(goal))
    }
    return [
      line("two threads on two chains / one thread", apart, 1.8),
      line("two threads with a shared root / one thread", shared, 1.4),
    ]
  }

  private static let events = 20_000

  /// Nanoseconds until all threads have tracked their events. Each thread makes a chain of its own.
  private static func time(threads: Int, root: AlbumApp?) -> UInt64 {
    let progress = Progress()
    for _ in 0..<threads {
      Thread.detachNewThread {
        let chain = AlbumChain.typical(app: root ?? AlbumApp())
        for _ in 0..<200 { chain.track() }
        progress.ready.add(1, ordering: .acquiringAndReleasing)
        while !progress.go.load(ordering: .acquiring) {}
        for _ in 0..<events { chain.track() }
        progress.done.add(1, ordering: .acquiringAndReleasing)
      }
    }
    while progress.ready.load(ordering: .acquiring) < threads { usleep(100) }
    let start = monotonic_nanoseconds()
    progress.go.store(true, ordering: .releasing)
    // Looks rarely, since both processors are busy.
    while progress.done.load(ordering: .acquiring) < threads { usleep(50) }
    return monotonic_nanoseconds() - start
  }

  private final class Progress: Sendable {
    let ready = Atomic(0)
    let go = Atomic(false)
    let done = Atomic(0)
  }
}
