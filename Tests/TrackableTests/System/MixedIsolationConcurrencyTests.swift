import Foundation
import Testing
import Trackable

/// Random programs whose steps are taken on the main actor, on two other actors and on two threads, compared with the
/// same sequential reading of the law.
///
/// `TRACKABLE_ORACLE_SEED` chooses other programs, and `TRACKABLE_ORACLE_COUNT` how many chains are looked at.
@Suite(.timeLimit(.minutes(10))) struct MixedIsolationConcurrencyTests {
  private static let seed = RandomSearch.seed
  private static let count = RandomSearch.count(short: 200)

  @Test(arguments: 0..<4) func `Links and events in five places agree with a naive reading`(part: Int) async {
    let actors = [Warehouse(), Warehouse()]
    let threads = [Worker(), Worker()]
    var left = Self.count / 4 + 1
    var seed = Self.seed &+ UInt64(part) &* 1_000_000_007
    while left > 0 {
      var generator = SeededGenerator(seed: seed)
      let places = ChainProgram.randomPlaces(using: &generator)
      for round in 0..<25 {
        var maker = ChainProgramMaker(places: places, takesSnapshots: false)
        let program = maker.program(using: &generator)
        let world = MixedWorld(places: places, actors: actors, threads: threads)
        left -= program.chains
        if let difference = await difference(program, in: world, using: &generator) {
          Issue.record("seed \(seed), round \(round): \(difference)\n\(program)")
          return
        }
      }
      seed &+= 1
    }
  }

  /// One step after the other: no event overtakes another, and nothing that an ancestor says changes meanwhile.
  private func difference(
    _ program: ChainProgram, in world: MixedWorld, using generator: inout SeededGenerator
  ) async -> String? {
    var model = ProgramModel(places: world.places)
    var expected: Set<String> = []
    for (index, step) in program.steps.enumerated() where model.allows(step) {
      let place = MixedWorld.Place.allCases[generator.below(MixedWorld.Place.allCases.count)]
      if case .track(let start, let site, let event, let scopes) = step {
        if scopes.isEmpty, !start.isContext {
          let delivery = model.delivery(start, site: site, event: event, scopes: [])
          for explanation in await world.explanations(start, site: site, event: event)
          where !delivery.matches(explanation, isOfContext: false) {
            return "step \(index): explanation\n\(explanation)"
          }
        }
      }
      await world.perform(step, at: place)
      await world.scoped.drain()
      expected.formUnion(model.perform(step))
      switch step {
      case .release, .root: await world.waitUntilGone(model.released)
      default: break
      }
    }
    let reported = TrackableIssue.names(world.issues.takeIssues())
    if reported != expected { return "issues \(reported.sorted()), expected \(expected.sorted())" }
    return model.difference(world.recorders)
  }
}
