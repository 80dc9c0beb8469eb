import Cases
import Trackable

/// What tracking costs when no tracker wants the event.
enum QuietLines {
  static func measure() -> [Line] {
    lines(of: "no tracker installed", NoOpTracker(), nanoseconds: 10)
      + lines(of: "nothing but empty combinations", CombinedTracker(), nanoseconds: 10)
      + lines(of: "everything prohibited", ReadingTracker().prohibiting(eventTypes: [AlbumEvent.self]), nanoseconds: 10)
  }

  private static func lines(of what: String, _ tracker: some AnalyticsEventTracker, nanoseconds goal: Double) -> [Line]
  {
    TrackableSystem.bootstrap(tracker)
    let chain = QuietChain()
    let batch = 1_000
    let event = Yardstick([{ chain.track(times: batch) }], batch: batch).nanoseconds[0]
    return [
      Line(what: what + ": an event", figure: event, unit: "ns", goal: .atMost(goal)),
      Line(
        what: what + ": allocations", figure: Allocations.perCall(batch: batch) { chain.track(times: batch) }, unit: "",
        goal: .atMost(0)),
      Line(
        what: what + ": properties that were asked for", figure: Double(chain.timesAsked), unit: "",
        goal: .atMost(0)),
    ]
  }
}
