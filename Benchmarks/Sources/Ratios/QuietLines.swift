import Cases
import Trackable

/// What tracking costs where nobody listens.
enum QuietLines {
  static func measure() -> [Line] {
    lines(of: "no tracker installed", NoOpTracker())
      + lines(of: "nothing but empty combinations", CombinedTracker())
      + lines(of: "everything prohibited", ReadingTracker().prohibiting(AlbumEvent.self))
  }

  private static func lines(of what: String, _ tracker: some AnalyticsEventTracker) -> [Line] {
    TrackableSystem.bootstrap(tracker)
    let chain = QuietChain()
    let batch = 1_000
    let turns = Interleaved([{ chain.track(times: batch) }], rounds: 101, duration: 500_000, batch: batch)
    return [
      Line(what: what + ": an event", figure: turns.minimum(0), unit: "ns", goal: .atMost(5)),
      Line(
        what: what + ": allocations", figure: Allocations.perCall(batch: batch) { chain.track(times: batch) }, unit: "",
        goal: .atMost(0)),
      Line(
        what: what + ": properties that were asked for", figure: Double(chain.timesAsked), unit: "",
        goal: .atMost(0)),
    ]
  }
}
