import Cases
import References
import Trackable

/// How much more two threads achieve than one.
///
/// The best rounds are compared. Other programs on the machine slow two threads down more than one, and two processors
/// may share a core. The array by hand, where threads share nothing, shows what two threads can achieve here at best.
/// If that is less than twice one thread, ours is measured against it.
enum ThreadLines {
  static func measure() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    var alone = Double.infinity
    var apart = Double.infinity
    var shared = Double.infinity
    var handAlone = Double.infinity
    var handApart = Double.infinity
    for _ in 0..<25 {
      alone = min(alone, time(threads: 1, makeWork(root: nil)))
      apart = min(apart, time(threads: 2, makeWork(root: nil)))
      shared = min(shared, time(threads: 2, makeWork(root: AlbumApp())))
      handAlone = min(handAlone, time(threads: 1, makeHandWork))
      handApart = min(handApart, time(threads: 2, makeHandWork))
    }
    let possible = min(2, 2 * handAlone / handApart)
    func line(_ what: String, _ best: Double, _ goal: Double) -> Line {
      Line(
        what: what, ours: (best / 2).nanoseconds, reference: alone.nanoseconds,
        figure: 2 * alone / best * 2 / possible, unit: "x", goal: .atLeast(goal))
    }
    return [
      Line(
        what: "two threads by hand / one thread", ours: (handApart / 2).nanoseconds,
        reference: handAlone.nanoseconds, figure: possible, unit: "x", goal: nil),
      line("two threads on two chains / one thread", apart, 1.4),
      line("two threads with a shared root / one thread", shared, 1.4),
    ]
  }

  private static func time(threads: Int, _ makeWork: @escaping @Sendable () -> () -> Void) -> Double {
    ThreadRace.time(threads: threads, operations: 10_000, makeWork)
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
}
