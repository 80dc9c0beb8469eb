import Testing

@testable import Trackable

private struct Sequenced: AnalyticsEvent {
  let caller: Int
  let number: Int
  /// How many ancestors elsewhere have to be on it.
  let elsewhere: Int
}

/// Checks on arrival: keeping a million events would measure the memory.
private final class SequenceChecker: AnalyticsEventTracker {
  struct State {
    var next: [Int: Int] = [:]
    var wrong: [String] = []
  }

  let state = Lock(State())

  func track(_ event: TrackedEvent) {
    guard let sequenced = event.base as? Sequenced else { return }
    let elsewhere = event.properties.filter { $0.key.name.hasPrefix("elsewhere") }.count
    state.withLock { state in
      let expected = state.next[sequenced.caller, default: 0]
      if sequenced.number != expected || sequenced.elsewhere != elsewhere {
        state.wrong.append("\(sequenced) instead of \(expected), with \(elsewhere)")
      }
      state.next[sequenced.caller] = sequenced.number + 1
    }
  }
}

/// Says that it is from elsewhere.
private final class Foreigner: TrackableClass, Sendable {
  let name: String
  let parent: SharedStation?

  init(_ name: String, parent: SharedStation? = nil) {
    self.name = name
    self.parent = parent
  }

  var trackedProperties: TrackedProperties { "elsewhere \(name)" ~>> true }
  var trackableParent: (any TrackableClass)? { parent }
}

private actor Plant {
  func link(_ child: SharedStation, parent: Foreigner, tracker: SequenceChecker?) {
    child.setupTrackableChain(parent: parent, tracker: tracker)
  }
}

/// A million events from eight tasks in a release build; a tenth of that without optimisation, and a few under the
/// thread sanitizer.
@Suite(.timeLimit(.minutes(10))) struct OrderConcurrencyTests {
  #if TRACKABLE_SANITIZER
    private static let count = 8_000
  #elseif DEBUG
    private static let count = 100_000
  #else
    private static let count = 1_000_000
  #endif
  private static let callers = 8

  @MainActor private static func linkOnMain(_ child: SharedStation, _ parent: Foreigner) {
    child.setupTrackableChain(parent: parent)
  }

  @Test func `Each caller's events arrive complete and in order, whatever has to be asked for them`() async {
    let checker = SequenceChecker()
    let issues = IssueCollector()
    let (first, second) = (Plant(), Plant())
    let mains = (0..<Self.callers).map { Foreigner("main \($0)") }
    let tops = (0..<Self.callers).map { Foreigner("top \($0)") }
    let middles = (0..<Self.callers).map { SharedStation("middle \($0)") }
    let firsts = (0..<Self.callers).map { Foreigner("first \($0)", parent: middles[$0]) }
    await TrackableSystem.withTracker(checker) {
      TrackableSystem.issueHandler = issues.handler
      await withTaskGroup(of: Void.self) { group in
        for caller in 0..<Self.callers {
          group.addTask {
            // Nothing elsewhere, one on the main actor, and two on two actors, the second above a computed parent.
            let (near, main, far) = (SharedStation("near"), SharedStation("main"), SharedStation("far"))
            near.setupTrackableChain(parent: SharedStation("gone"), tracker: caller % 2 == 0 ? checker : nil)
            await Self.linkOnMain(main, mains[caller])
            await first.link(far, parent: firsts[caller], tracker: caller % 3 == 0 ? checker : nil)
            await second.link(middles[caller], parent: tops[caller], tracker: nil)
            let chains = [(near, 0), (main, 1), (far, 2)]
            let context = TrackingContext().appending(live: { ["live" ~>> true] })
            var generator = SeededGenerator(seed: UInt64(caller))
            for number in 0..<Self.count / Self.callers {
              // Together fewer than may wait.
              if number % 1_000 == 999 { await TrackableSystem.flush() }
              let (chain, elsewhere) = chains[generator.chance(80) ? 0 : generator.below(3)]
              let event = Sequenced(caller: caller, number: number, elsewhere: elsewhere)
              if elsewhere == 0, number % 4 == 0 { context.track(event) } else { chain.track(event) }
            }
          }
        }
      }
      await TrackableSystem.flush()
    }
    let state = checker.state.withLock { $0 }
    #expect(state.wrong.isEmpty, "\(state.wrong.count): \(state.wrong.prefix(5))")
    #expect(state.next.values.sorted() == Array(repeating: Self.count / Self.callers, count: Self.callers))
    #expect(issues.issues.isEmpty)
    withExtendedLifetime((mains, tops, firsts)) {}
  }
}
