import TestSupport
import Testing
import Trackable

/// What becomes of an event whose ancestors elsewhere do not answer, or are gone.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereLossTests {
  private let warehouse = Warehouse()
  private let child = SharedStation("child")

  private let deadlines = Deadlines()
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  /// A system whose events give up as soon as the test says so.
  private func system() -> ScopedSystem {
    ScopedSystem(bootstrapped: recorder, readTimeout: .zero, time: deadlines.time, issueHandler: issues.record)
  }

  @Test func `An event whose ancestor does not answer in time goes out without it, and names it`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, saying: ["link" ~>> true], parent: parent)
    var line: UInt = 0
    warehouse.close()
    system().run {
      child.track(NumberedEvent(0)); line = #line
      child.track(NumberedEvent(0), trackedProperties: ["a" ~>> Double.nan])
      #expect(recorder.events.isEmpty)
      for _ in deadlines.delays { deadlines.pass() }
    }
    warehouse.open()
    expect(recorder.events.map(\.keys), is: [["link", "computed child"], ["a", "link", "computed child"]])
    #expect(recorder.events.allSatisfy { $0.unread.map(\.description) == ["SharedBranch (1)"] })
    expect(issues.issues.map(\.kind), is: [.ancestorElsewhere, .valueDoesNotFit])
    expect(
      issues.issues.first?.description,
      is: """
        TrackableTests/ElsewhereLossTests.swift:\(line): The computed properties of SharedBranch are missing from '0': its \
        actor had not answered when the event went out. To fix this, do not block the actor for longer than \
        TrackableSystem.readTimeout. If a property must be there also when the user changes right after the event, set it with link(to:) { … }.
        """)
    // Properties that come too late change nothing.
    await warehouse.worksOff()
    expect(recorder.events.count, is: 2)
  }

  @Test func `An event names its missing ancestors, the nearest first`() async {
    let (parent, middle) = (SharedBranch("parent"), SharedStation("middle"))
    await warehouse.link(middle, parent: parent)
    do {
      let gone = SharedStation("gone")
      parent.setupTrackableChain(parent: gone)
      child.setupTrackableChain(parent: middle)
    }
    warehouse.close()
    system().run { child.track(NumberedEvent(0)) }
    deadlines.pass()
    warehouse.open()
    expect(recorder.events.map { $0.unread.map(\.distance) }, is: [[2, 3]])
  }

  @Test func `Events that need no other actor go out; beyond ten thousand, waiting ones go out as they are`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let count = 12_000
    let (events, issues) = await observed {
      warehouse.close()
      for number in 0..<count { child.track(NumberedEvent(number)) }
      warehouse.open()
    }
    expect(events.count, is: count)
    expect(Set(events.map(\.name)), is: Set((0..<count).map { "\($0)" }))
    let without = events.prefix { $0.keys == ["computed child"] }.count
    expect(without, is: 10_000)
    #expect(events.prefix(without).allSatisfy { $0.unread.map(\.typeName) == ["SharedBranch"] })
    #expect(events.dropFirst(without).allSatisfy { $0.keys == ["computed child", "computed parent"] })
    // Of names that are made up without end, the first 1,000 are reported, and the last issue says so.
    expect(issues.map(\.kind), is: Array(repeating: .ancestorElsewhere, count: 1_000))
    #expect(issues.dropLast().allSatisfy { !$0.message.contains("no more are reported") })
    expect(issues.last?.message.hasSuffix("This is number 1000 of its kind here; no more are reported."), is: true)
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
    expect(events.map(\.keys), is: [["computed child", "computed parent"]])
    await until { gone == nil }
  }

  @Test func `No more is kept for a closed actor than what waits for it`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    final class Payload: Sendable {}
    struct Heavy: AnalyticsEvent { let payload = Payload() }
    struct Kept { weak let payload: Payload? }
    await TrackableSystem.withTracker(ClosureTracker { _ in }) {
      TrackableSystem.issueHandler = { _ in }
      warehouse.close()
      let tracked = (0..<12_000).map { _ in
        let event = Heavy()
        child.track(event)
        return Kept(payload: event.payload)
      }
      // One more may be on its way out.
      #expect(tracked.count { $0.payload != nil } <= 10_001)
      warehouse.open()
      await TrackableSystem.flush()
    }
  }

  @Test func `Only who waits at the same time counts against the bound`() async {
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let scoped = ScopedSystem(bootstrapped: recorder, issueHandler: issues.record)
    for _ in 0..<3 {
      warehouse.close()
      scoped.run { for number in 0..<4_000 { child.track(NumberedEvent(number)) } }
      warehouse.open()
      await scoped.drain()
    }
    expect(recorder.events.count, is: 12_000)
    #expect(recorder.events.allSatisfy { $0.keys == ["computed child", "computed parent"] })
    #expect(issues.issues.isEmpty)
  }
}
