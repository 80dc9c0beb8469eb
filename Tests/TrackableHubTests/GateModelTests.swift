import TestSupport
import Testing
import Trackable

/// Gates of every kind, in and around hubs too, against a naive model, on random sequences of calls, users, decisions,
/// openings, purges, bootstraps, deliveries, and events that wait for an actor.
@Suite(.timeLimit(.minutes(10))) struct GateModelTests {
  @Test(arguments: 0..<4) func `Everything arrives that was allowed, in order, and nothing else`(part: Int) async {
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { _ in }
      let count = SearchScale.times(50, long: 1_000)
      var (arrived, held, dropped) = (0, 0, 0)
      for seed in part * count..<(part + 1) * count {
        var generator = SeededGenerator(seed: UInt64(seed))
        let world = await GateWorld()
        for number in 0..<90 { await world.perform(.random(number, using: &generator)) }
        #expect(world.differences == [], "seed \(seed)")
        let figures = world.figures
        (arrived, held, dropped) = (arrived + figures.arrived, held + figures.held, dropped + figures.dropped)
      }
      #expect(arrived > 100 * count && held > 5 * count && dropped > 2 * count)
    }
  }
}
