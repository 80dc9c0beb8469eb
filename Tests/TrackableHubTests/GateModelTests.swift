import TestSupport
import Testing
import Trackable

/// Gates of every kind, in and around hubs too, against a naive model, on random sequences of calls, users, decisions,
/// openings, purges, bootstraps, deliveries, and events that wait for an actor.
@Suite(.timeLimit(.minutes(10))) struct GateModelTests {
  private static func play(_ seed: Int) async -> GateWorld {
    var generator = SeededGenerator(seed: UInt64(seed))
    let world = await GateWorld()
    for number in 0..<90 { await world.perform(.random(number, using: &generator)) }
    return world
  }

  @Test(arguments: 0..<4) func `Everything arrives that was allowed, in order, and nothing else`(part: Int) async {
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { _ in }
      let count = SearchScale.times(50, long: 1_000)
      for seed in part * count..<(part + 1) * count {
        let differences = await Self.play(seed).differences
        #expect(differences == [], "seed \(seed)")
      }
    }
  }

  @Test func `The random sequences let something through, keep something back and drop something`() async {
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { _ in }
      var (arrived, held, dropped) = (0, 0, 0)
      for seed in 0..<20 {
        let figures = await Self.play(seed).figures
        arrived += figures.arrived
        held += figures.held
        dropped += figures.dropped
      }
      #expect(arrived > 2_000)
      #expect(held > 100)
      #expect(dropped > 50)
    }
  }
}
