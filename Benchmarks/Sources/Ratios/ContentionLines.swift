import Cases
import References
import Trackable

/// What linking costs when more threads do it than there are processors, each on an actor of its own.
///
/// The references are one thread that links alone, and as many threads with one dictionary under one lock.
enum ContentionLines {
  private static let threads = 8
  private static let links = 20_000

  static func measure() -> [Line] {
    TrackableSystem.bootstrap(CountingTracker())
    var alone = Double.infinity
    var together = Double.infinity
    var byHand = Double.infinity
    for _ in 0..<7 {
      alone = min(alone, time(threads: 1))
      together = min(together, time(threads: threads))
      let table = WeakDictionary()
      byHand = min(
        byHand,
        ThreadRace.time(threads: threads, operations: links) {
          let objects = WeakDictionary.Objects(capacity: 64, in: table)
          return { objects.linkOne() }
        } / Double(threads))
    }
    func line(_ what: String, _ reference: Double) -> Line {
      Line(
        what: what, ours: together.nanoseconds, reference: reference.nanoseconds, figure: together / reference,
        unit: "x", goal: nil)
    }
    return [
      line("\(threads) threads that link, each / one thread that links", alone),
      line("\(threads) threads that link, each / \(threads) threads with one dictionary of weak references", byHand),
    ]
  }

  /// Nanoseconds for a link, on any of the threads.
  private static func time(threads: Int) -> Double {
    ThreadRace.timeOnActors(threads, operations: links) { racer in
      let objects = LinkedObjects(capacity: 64)
      return { racer.assumeIsolated { objects.linkOne(isolation: $0) } }
    } / Double(threads)
  }
}
