import Cases
import Trackable

/// What one more ancestor, property or tracker costs.
///
/// "Constant" means that one more costs at most half as much again where there are many as where there are few. That
/// leaves room for memory that no longer fits into the nearest cache, but not for a search that gets longer with every
/// property.
enum GrowthLines {
  private static let constant = Line.Goal.atMost(1.5)

  static func measure() -> [Line] { ancestors() + properties() + combined() }

  private static func ancestors() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    let chains = [1, 16, 64].map { GrowingChain(depth: $0, properties: $0 + 1) }
    return [
      growth("an ancestor with a property: 16 to 64 / 1 to 16", of: chains, sizes: [1, 16, 64])
    ]
  }

  private static func properties() -> [Line] {
    let chains = [6, 32, 256].map { GrowingChain(depth: 4, properties: $0) }
    return [
      growth("a property on depth 4: 32 to 256 / 6 to 32", of: chains, sizes: [6, 32, 256])
    ]
  }

  private static func growth(_ what: String, of chains: [GrowingChain], sizes: [Double]) -> Line {
    let turns = Interleaved(chains.map { chain in { chain.track() } })
    let few = turns.median(of: { ($0[1] - $0[0]) / (sizes[1] - sizes[0]) })
    let many = turns.median(of: { ($0[2] - $0[1]) / (sizes[2] - sizes[1]) })
    return Line(
      what: what, ours: many.nanoseconds, reference: few.nanoseconds,
      figure: turns.median(of: { ($0[2] - $0[1]) / (sizes[2] - sizes[1]) / (($0[1] - $0[0]) / (sizes[1] - sizes[0])) }),
      unit: "x", goal: constant)
  }

  private static func combined() -> [Line] {
    let event = TrackedEvent(AlbumEvent.rated, properties: [AlbumKeys.albumName ~>> "Imagine"])
    let two = CountingTracker.combined(2)
    let ten = CountingTracker.combined(10)
    let times = Yardstick([{ two.track(event) }, { ten.track(event) }]).nanoseconds
    return [
      Line(
        what: "one more tracker in combined", figure: (times[1] - times[0]) / 8, unit: "ns",
        goal: .atMost(5)),
      Line(
        what: "one more tracker in combined: allocations",
        figure: Allocations.perCall { ten.track(event) } - Allocations.perCall { two.track(event) }, unit: "",
        goal: .atMost(0)),
    ]
  }
}
