import TestSupport
import Testing
import Trackable

/// The laws of combinators, on random trees of them.
@Suite struct TrackerLawTests {
  /// What arrives when `calls` are made on the tracker of `tree`, where the order counts as far as it is a law.
  private func arrivals(_ tree: TrackerTree, _ calls: [SampleCall]) async -> [String] {
    let log = CallLog()
    let tracker = tree.tracker(log)
    var arrivals: [String] = []
    // A key that a list leaves out is an issue, which no test shall print.
    await withSystem(NoOpTracker()) {
      for call in calls {
        let before = log.calls.count
        await call.make(on: tracker)
        arrivals += call.lawful(Array(log.calls.dropFirst(before)))
      }
    }
    return arrivals
  }

  @Test(arguments: 0..<8)
  func `Every tree does what a naive interpreter expects`(_ part: Int) async {
    let count = SearchScale.times(150, long: 600)
    var arrivals = 0
    for seed in part * count..<(part + 1) * count {
      var generator = TreeGenerator(seed: seed)
      let tree = generator.tree()
      let calls = generator.calls(6)
      let arrived = await self.arrivals(tree, calls)
      #expect(arrived == calls.flatMap { $0.lawful(tree.arrivals(of: $0.model)) }, "seed \(seed): \(tree), \(calls)")
      #expect(tree.tracker(CallLog()).name == tree.name, "seed \(seed): \(tree)")
      arrivals += arrived.count
    }
    // The trees reach their leaves.
    #expect(arrivals > 5 * count)
  }
}
