import TestSupport
import Testing
import Trackable

/// The laws of combinators, on random trees of them.
@Suite struct TrackerLawTests {
  /// What arrives when `calls` are made on the tracker of `tree`.
  private func arrivals(_ tree: TrackerTree, _ calls: [SampleCall]) async -> [String] {
    await arrivals(calls) { tree.tracker($0) }
  }

  /// What arrives when `calls` are made on a tracker, where the order counts as far as it is a law.
  private func arrivals(
    _ calls: [SampleCall], _ make: @Sendable (CallLog) -> any AnalyticsEventTracker
  ) async -> [String] {
    let log = CallLog()
    let tracker = make(log)
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

  /// Whether two trees do the same, for many seeds.
  private func expectSame(
    _ count: Int = SearchScale.times(20, long: 150), sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ trees: (inout TreeGenerator) -> (TrackerTree, TrackerTree)
  ) async {
    for seed in 0..<count {
      var generator = TreeGenerator(seed: seed)
      let (left, right) = trees(&generator)
      let calls = generator.calls(6)
      let (first, second) = (await arrivals(left, calls), await arrivals(right, calls))
      #expect(first == second, "seed \(seed): \(left) and \(right)", sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: 0..<8)
  func `Every tree does what a naive interpreter expects`(_ part: Int) async {
    let count = SearchScale.times(150, long: 600)
    for seed in part * count..<(part + 1) * count {
      var generator = TreeGenerator(seed: seed)
      let tree = generator.tree()
      let calls = generator.calls(6)
      let arrived = await arrivals(tree, calls)
      #expect(arrived == calls.flatMap { $0.lawful(tree.arrivals(of: $0.model)) }, "seed \(seed): \(tree), \(calls)")
      #expect(tree.tracker(CallLog()).name == tree.name, "seed \(seed): \(tree)")
    }
  }

  @Test func `The random trees reach their leaves`() {
    var arrivals = 0
    var silent = 0
    for seed in 0..<SearchScale.times(100, long: 800) {
      var generator = TreeGenerator(seed: seed)
      let tree = generator.tree()
      let arrived = generator.calls(6).flatMap { tree.arrivals(of: $0.model) }
      arrivals += arrived.count
      if arrived.isEmpty { silent += 1 }
    }
    #expect(arrivals > SearchScale.times(500, long: 4_000))
    #expect(silent < 200)
  }

  @Test(arguments: [TrackerTree.noOp, .list([]), .list([.noOp, .list([.noOp])])])
  func `A tracker that does nothing is the identity of combined`(_ identity: TrackerTree) async {
    await expectSame { generator in
      let tree = generator.tree(depth: 4)
      return (tree, .combined(tree, identity))
    }
    await expectSame { generator in
      let tree = generator.tree(depth: 4)
      return (tree, .combined(identity, tree))
    }
    await expectSame { generator in
      let tree = generator.tree(depth: 4)
      return (tree, .list([identity, tree, identity]))
    }
    await expectSame { generator in
      let tree = generator.tree(depth: 4)
      return (tree, .combinedWithNil(tree))
    }
  }

  @Test func `Combined is associative, also in its name`() async {
    await expectSame { generator in
      let (a, b, c) = (generator.tree(depth: 3), generator.tree(depth: 3), generator.tree(depth: 3))
      return (.combined(.combined(a, b), c), .combined(a, .combined(b, c)))
    }
    for seed in 0..<SearchScale.times(20, long: 150) {
      var generator = TreeGenerator(seed: seed)
      let (a, b, c) = (generator.tree(depth: 3), generator.tree(depth: 3), generator.tree(depth: 3))
      let left = TrackerTree.combined(.combined(a, b), c).tracker(CallLog())
      let right = TrackerTree.combined(a, .combined(b, c)).tracker(CallLog())
      #expect(left.name == right.name, "seed \(seed)")
    }
  }

  /// Whether an event passes a rule that stands alone.
  private static func passes(_ event: TrackedEvent, _ rule: EventRule) -> Bool {
    let log = CallLog()
    rule.applied(to: log.tracker("leaf")).track(event)
    return !log.calls.isEmpty
  }
}
