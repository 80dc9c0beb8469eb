import CBlackHole
import Cases
import Trackable

/// What links cost: time, memory, and the longest that a single call keeps its caller.
enum LinkLines {
  private static let million = 1_000_000

  static func measure() -> [Line] {
    TrackableSystem.bootstrap(CountingTracker())
    return [leftovers()] + time() + memory() + pauses()
  }

  /// The object itself is in it: it is made, linked, and dropped a thousand objects later.
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

  /// Dead links go when others are made: those of earlier sections first. It is measured before anything else here has
  /// made the table large.
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

  /// Each call is timed by the time its thread ran.
  /// does itself takes its time in each.
  private static func pauses() -> [Line] {
    let passes = (0..<3).map { _ in
      let objects = LinkedObjects(capacity: million)
      let filling = longestCall(of: million) { objects.linkOne() }
      objects.dropAll()
      let others = LinkedObjects(capacity: 1_000)
      let sweeping = longestCall(of: million) { others.linkOne() }
      return (filling, sweeping)
    }
    return [
      Line(
        what: "longest call while a million links are made", figure: passes.map(\.0).min() ?? .nan, unit: "us",
        goal: nil),
      Line(
        what: "longest call while a million dropped objects are swept", figure: passes.map(\.1).min() ?? .nan,
        unit: "us", goal: .atMost(50)),
    ]
  }

  /// In microseconds.
  private static func longestCall(of calls: Int, _ body: () -> Void) -> Double {
    var longest: UInt64 = 0
    for _ in 0..<calls {
      let start = thread_nanoseconds()
      body()
      longest = max(longest, thread_nanoseconds() - start)
    }
    return Double(longest) / 1_000
  }
}
