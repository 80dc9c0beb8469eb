import CBlackHole
import Cases
import Trackable

/// What links cost: time, memory, and the longest time that a single call takes.
enum LinkLines {
  private static let million = 1_000_000

  static func measure() -> [Line] {
    TrackableSystem.bootstrap(CountingTracker())
    return [leftovers()] + time() + memory() + pauses()
  }

  /// This includes the object itself, which is made, linked, and dropped a thousand objects later.
  private static func time() -> [Line] {
    let objects = LinkedObjects(capacity: 1_000)
    let link = Yardstick([{ objects.linkOne() }]).nanoseconds[0]
    return [Line(what: "linking and dropping an object", figure: link, unit: "ns", goal: .atMost(400))]
  }

  private static func memory() -> [Line] {
    let live = 100_000
    let objects = LinkedObjects(capacity: live)
    objects.makeAll()
    let linked = Allocations.bytesLeft { objects.linkAll() } / Double(live)
    let tracked = Allocations.bytesLeft { objects.trackAll() } / Double(live)
    withExtendedLifetime(objects) {}
    return [
      Line(what: "a live link", figure: linked, unit: "bytes", goal: .atMost(200)),
      Line(what: "a live link, after an event: on top", figure: tracked, unit: "bytes", goal: nil),
    ]
  }

  /// Dead links are removed when others are made, those of earlier sections first. So this is measured before anything
  /// else here has made the table large.
  private static func leftovers() -> Line {
    let others = LinkedObjects(capacity: 1)
    for _ in 0..<1_000 { others.linkOne() }
    let left = Allocations.bytesLeft {
      let objects = LinkedObjects(capacity: million)
      objects.makeAll()
      objects.linkAll()
      objects.dropAll()
      for _ in 0..<million { others.linkOne() }
    }
    return Line(
      what: "left of each of a million dropped objects, a million links later", figure: left / Double(million),
      unit: "bytes", goal: .atMost(0.1))
  }

  /// Each call is measured in its thread's CPU time, in several passes that do the same, and counts with the best of
  /// them. Interruptions hit a different call in each pass, but what the call itself does takes its time in every pass.
  private static func pauses() -> [Line] {
    var filling = [UInt64](repeating: .max, count: million)
    var sweeping = filling
    let others = LinkedObjects(capacity: 1_000)
    for _ in 0..<5 {
      let objects = LinkedObjects(capacity: million)
      improve(&filling) { objects.linkOne() }
      objects.dropAll()
      // Not timed: the first objects that are released again are at the top of the heap, and now and then this makes
      // glibc consolidate what the million dropped objects have left: 50 ms in one `free`.
      for _ in 0..<1_100 { others.linkOne() }
      improve(&sweeping) { others.linkOne() }
    }
    return [
      Line(
        what: "longest call while a million links are made", figure: microseconds(filling.max()), unit: "us", goal: nil),
      Line(
        what: "longest call while a million dropped objects are swept", figure: microseconds(sweeping.max()),
        unit: "us", goal: .atMost(50)),
    ]
  }

  /// Makes as many calls as there are times, and records those that were quicker.
  private static func improve(_ times: inout [UInt64], _ body: () -> Void) {
    for call in times.indices {
      let start = thread_nanoseconds()
      body()
      times[call] = min(times[call], thread_nanoseconds() - start)
    }
  }

  private static func microseconds(_ nanoseconds: UInt64?) -> Double { nanoseconds.map { Double($0) / 1_000 } ?? .nan }
}
