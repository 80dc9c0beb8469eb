import Testing

@testable import Trackable

/// What becomes of an event whose ancestors elsewhere do not answer, or are gone.
@Suite(.timeLimit(.minutes(1))) struct ElsewhereLossTests {
  private let warehouse = Warehouse()
  private let child = SharedStation("child")

  @Test func `Behind an actor that is closed for long the oldest event goes out without it, and says so`() async throws
  {
    let parent = SharedBranch("parent")
    let near = SharedStation("near")
    await warehouse.link(child, saying: ["link" ~>> true], parent: parent)
    var line: UInt = 0
    let (events, issues) = await observed {
      warehouse.close()
      child.track(NumberedEvent(0)); line = #line
      for number in 1..<10_000 { near.track(NumberedEvent(number)) }
      child.track(NumberedEvent(10_000))
      warehouse.open()
    }
    #expect(events.map(\.name) == (0...10_000).map { "\($0)" })
    #expect(events.first?.keys == ["link", "computed child"])
    #expect(events.last?.keys == ["link", "computed child", "computed parent"])
    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.kind == .ancestorElsewhere)
    #expect(
      issue.description == """
        TrackableTests/ElsewhereLossTests.swift:\(line): What SharedBranch computes is missing from '0': its actor was \
        busy while 10000 deliveries came to wait for it. To fix this, do not block the actor, or track less while it is \
        busy.
        """)
  }

  @Test func `However much is tracked meanwhile, nothing is lost and what is given up is counted`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let count = 12_000
    let (events, issues) = await observed {
      warehouse.close()
      for number in 0..<count { child.track(NumberedEvent(number)) }
      warehouse.open()
    }
    #expect(events.map(\.name) == (0..<count).map { "\($0)" })
    let without = events.prefix { $0.keys == ["computed child"] }.count
    #expect(without == count - 10_000)
    #expect(events.dropFirst(without).allSatisfy { $0.keys == ["computed child", "computed parent"] })
    #expect(issues.map(\.kind) == Array(repeating: .ancestorElsewhere, count: without))
  }

  @Test func `What is wrong with an event that went out without is reported once`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let (_, issues) = await observed {
      warehouse.close()
      child.track(NumberedEvent(0), trackedProperties: ["a" ~>> Double.nan])
      for number in 1...10_000 { TrackableSystem.tracker.track(NumberedEvent(number)) }
      warehouse.open()
      // Behind the one that was given up: it has been read, too, when this returns.
      child.track(NumberedEvent(0))
      await TrackableSystem.flush()
      await warehouse.run { _ in }
    }
    #expect(issues.filter { $0.kind == .valueDoesNotFit }.count == 1)
    #expect(issues.count == 2)
  }

  @Test func `An ancestor that is gone when it would be asked says nothing, its link and what is above it do`() async {
    let root = SharedStation("root")
    let (events, issues) = await observed {
      do {
        let parent = SharedBranch("parent")
        parent.setupTrackableChain(trackedProperties: ["link parent" ~>> true], parent: root)
        await warehouse.link(child, parent: parent)
        warehouse.close()
        child.track(NumberedEvent(1))
      }
      warehouse.open()
    }
    #expect(events.map(\.keys) == [["computed child", "link parent", "computed root"]])
    #expect(issues.isEmpty)
  }

  @Test func `An actor that is gone takes what belonged to it along, and nobody waits for it`() async {
    let parent = SharedBranch("parent")
    weak var gone: Warehouse?
    do {
      let warehouse = Warehouse()
      gone = warehouse
      await warehouse.link(child, saying: ["link" ~>> true], parent: parent)
    }
    while gone != nil { await Task.yield() }
    let (events, issues) = await observed { child.track(NumberedEvent(1)) }
    #expect(events.map(\.keys) == [["link", "computed child"]])
    #expect(issues.isEmpty)
    #expect(parent.asked == 0)
  }

  @Test func `An event keeps the actor that it waits for`() async {
    let parent = SharedBranch("parent")
    weak var gone: Warehouse?
    let (events, _) = await observed {
      let warehouse = Warehouse()
      gone = warehouse
      await warehouse.link(child, parent: parent)
      warehouse.close()
      child.track(NumberedEvent(1))
      warehouse.open()
    }
    #expect(events.map(\.keys) == [["computed child", "computed parent"]])
    while gone != nil { await Task.yield() }
  }

  @Test func `No more is kept for a closed actor than what waits for it`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let kept = Lock(0)
    final class Payload: Sendable {
      let kept: Lock<Int>
      init(_ kept: Lock<Int>) {
        self.kept = kept
        kept.withLock { $0 += 1 }
      }
      deinit { kept.withLock { $0 -= 1 } }
    }
    struct Heavy: AnalyticsEvent { let payload: Payload }
    await TrackableSystem.withTracker(ClosureTracker { _ in }) {
      TrackableSystem.issueHandler = { _ in }
      warehouse.close()
      for _ in 0..<12_000 { child.track(Heavy(payload: Payload(kept))) }
      // One more may be on its way out.
      #expect(kept.withLock { $0 } <= 10_001)
      warehouse.open()
      await TrackableSystem.flush()
    }
  }

  @Test func `Only who waits at the same time counts against the bound`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let (recorder, issues) = (Recorder(), IssueCollector())
    let core = SystemCore(tracker: recorder, issues: IssueReporter(handler: issues.handler), maximumReaders: 2)
    for number in 0..<10 {
      TrackableSystem.withCore(core) { child.track(NumberedEvent(number)) }
      await core.flush()
    }
    #expect(recorder.events.map(\.keys) == Array(repeating: ["computed child", "computed parent"], count: 10))
    #expect(issues.issues.isEmpty)
  }

  @Test func `Where too many tasks wait already, an event goes out at once, and an issue tells what is missing`() async
  {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let (recorder, issues) = (Recorder(), IssueCollector())
    let core = SystemCore(tracker: recorder, issues: IssueReporter(handler: issues.handler), maximumReaders: 0)
    TrackableSystem.withCore(core) {
      for number in 0..<3 { child.track(NumberedEvent(number)) }
    }
    #expect(recorder.events.map(\.keys) == Array(repeating: ["computed child"], count: 3))
    #expect(issues.issues.map(\.kind) == Array(repeating: .ancestorElsewhere, count: 3))
    #expect(parent.asked == 0)
  }
}
