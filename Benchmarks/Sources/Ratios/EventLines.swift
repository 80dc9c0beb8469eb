import Cases
import References
import Trackable

/// The typical event, compared with the same by hand and with swift-log.
enum EventLines {
  static func measure() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    let chain = AlbumChain.typical()
    let hand = HandWritten(chain)
    let log = SwiftLog(chain)
    let turns = log.withProvider {
      Interleaved([{ chain.track() }, { hand.sendDictionary() }, { hand.sendArray() }, { log.send() }])
    }
    func line(_ what: String, _ reference: Int, _ goal: Line.Goal) -> Line {
      var ratio = turns.ratio(0, to: reference)
      if case .atLeast = goal { ratio = 1 / ratio }
      return Line(
        what: what, ours: turns.median(0).nanoseconds, reference: turns.median(reference).nanoseconds,
        figure: ratio, unit: "x", goal: goal)
    }
    return [
      line("depth 4, 6 properties / by hand as [String: Any]", 1, .atMost(0.45)),
      line("depth 4, 6 properties / by hand as an array that is kept", 2, .atMost(2.5)),
      line("swift-log, 6 metadata values / depth 4, 6 properties", 3, .atLeast(8)),
      Line(
        what: "depth 4, 6 properties: allocations", reference: Allocations.perCall { hand.sendArray() }.short,
        figure: Allocations.perCall { chain.track() }, unit: "", goal: .atMost(1)),
    ]
  }
}
