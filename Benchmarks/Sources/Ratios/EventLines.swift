import Cases
import References
import Trackable

/// The typical event, compared with the same by hand and with swift-log.
enum EventLines {
  static func measure() -> [Line] {
    TrackableSystem.bootstrap(ReadingTracker())
    let chain = AlbumChain.typical()
    let hand = HandWritten(chain)
    let floor = Floor(chain)
    let log = SwiftLog(chain)
    let turns = log.withProvider {
      Interleaved([
        { chain.track() }, { hand.sendDictionary() }, { hand.sendArray() }, { log.send() }, { floor.send() },
        { floor.sendLoadingThree() },
      ])
    }
    func line(_ what: String, _ index: Int = 0, to reference: Int, _ goal: Line.Goal? = nil) -> Line {
      var ratio = turns.ratio(index, to: reference)
      if case .atLeast = goal { ratio = 1 / ratio }
      return Line(
        what: what, ours: turns.median(index).nanoseconds, reference: turns.median(reference).nanoseconds,
        figure: ratio, unit: "x", goal: goal)
    }
    return [
      line("depth 4, 6 properties / by hand as [String: Any]", to: 1, .atMost(0.6)),
      line("depth 4, 6 properties / by hand as an array that is kept", to: 2),
      line("swift-log, 6 metadata values / depth 4, 6 properties", to: 3, .atLeast(2.8)),
      line("depth 4, 6 properties / floor: 5 weak objects, 5 getters", to: 4),
      line("depth 4, 6 properties / floor: the 3 that compute", to: 5),
      line("floor: 5 weak objects / by hand as [String: Any]", 4, to: 1),
      line("floor: the 3 that compute / by hand as [String: Any]", 5, to: 1),
      Line(
        what: "depth 4, 6 properties: allocations", reference: Allocations.perCall { hand.sendArray() }.short,
        figure: Allocations.perCall { chain.track() }, unit: "", goal: .atMost(1)),
    ] + onMainActor(hand)
  }

  /// The same chain on the main actor. Getting there is not part of it.
  private static func onMainActor(_ hand: HandWritten) -> [Line] {
    let batch = 1_000  // `assumeIsolated` makes an allocation of its own.
    let chain = MainActor.assumeIsolated { AlbumChain.typical() }
    let turns = Interleaved([
      { MainActor.assumeIsolated { for _ in 0..<batch { chain.track() } } },
      { for _ in 0..<batch { hand.sendDictionary() } },
    ])
    let event = Line(
      what: "depth 4, linked and tracked on the main actor / [String: Any]",
      ours: (turns.median(0) / Double(batch)).nanoseconds, reference: (turns.median(1) / Double(batch)).nanoseconds,
      figure: turns.ratio(0, to: 1), unit: "x", goal: nil)
    let allocations = Allocations.perCall(batch: batch) {
      MainActor.assumeIsolated { for _ in 0..<batch { chain.track() } }
    }
    return [
      event,
      Line(
        what: "depth 4, linked and tracked on the main actor: allocations", figure: (allocations * 100).rounded() / 100,
        unit: "", goal: .atMost(1)),
    ]
  }
}
