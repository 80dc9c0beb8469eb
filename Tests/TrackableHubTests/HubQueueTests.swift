import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// The state machine against the naive model.
@Suite struct HubQueueTests {
  @Test(arguments: [
    (OverflowPolicy.dropOldest, OverflowPolicy.dropNewest), (.suspend, .dropOldest),
  ])
  func `Every short sequence for two destinations does what the model does`(
    _ first: OverflowPolicy, _ second: OverflowPolicy
  ) {
    var count = 0
    var problems: [String] = []
    func explore(_ world: HubWorld, depth: Int) {
      for input in world.possible where problems.isEmpty {
        var next = world
        next.take(input)
        count += 1
        problems = next.problems
        if depth > 1 { explore(next, depth: depth - 1) }
      }
    }
    explore(HubWorld(first, second, capacity: 1), depth: Self.length)
    #expect(problems == [])
    #expect(count > 300_000)
  }

  private static let length = 7

  @Test(arguments: 0..<60)
  func `Long random sequences do what the model does`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let policies = OverflowPolicy.allCases
    var world = HubWorld(
      policies[random.below(3)], policies[random.below(3)], capacity: 1 + random.below(5), retries: random.below(4))
    // Shutting down is for the end.
    for step in 0..<250 where world.problems.isEmpty {
      var inputs = world.possible.filter { $0 != .shutdown || step > 220 } + [.userChange, .call, .call]
      if world.waiters > 0 { inputs.append(.withdraw(1 + random.below(world.waiters))) }
      if inputs.contains(.start), step < 10 + random.below(40) { inputs.removeAll { $0 == .start } }
      world.take(inputs[random.below(inputs.count)])
    }
    #expect(world.problems == [])
  }
}
