import Testing

@testable import Trackable

/// Waiting for the system's tracker and waiting for other actors at once.
@Suite(.timeLimit(.minutes(1))) struct ElsewhereBootstrapTests {
  private let warehouse = Warehouse()
  private let near = SharedStation("near")
  private let far = SharedStation("far")
  private let parent = SharedBranch("parent")
  private let core = SystemCore(issues: IssueReporter(handler: { Issue.record("\($0)") }))

  private func track(_ numbers: Range<Int>) {
    TrackableSystem.withCore(core) {
      for number in numbers { (number % 2 == 0 ? near : far).track(NumberedEvent(number)) }
    }
  }

  @Test func `A bootstrap while something waits for an actor delivers all in order`() async {
    await warehouse.link(far, parent: parent)
    let recorder = Recorder()
    warehouse.close()
    track(0..<100)
    core.bootstrap(recorder, at: SourceLocation())
    #expect(recorder.events.map(\.name) == ["0"])
    track(100..<200)
    warehouse.open()
    await core.flush()
    #expect(recorder.events.map(\.name) == (0..<200).map { "\($0)" })
  }

  @Test func `What was waited for before the bootstrap is held and comes in order`() async {
    await warehouse.link(far, parent: parent)
    let recorder = Recorder()
    track(0..<100)
    await core.flush()
    #expect(recorder.events.isEmpty)
    warehouse.close()
    track(100..<200)
    core.bootstrap(recorder, at: SourceLocation())
    #expect(recorder.events.map(\.name) == (0...100).map { "\($0)" })
    warehouse.open()
    await core.flush()
    #expect(recorder.events.map(\.name) == (0..<200).map { "\($0)" })
    #expect(recorder.events.filter { $0.keys == ["computed far", "computed parent"] }.count == 100)
  }

  @Test(arguments: 0..<20) func `A bootstrap at any moment loses and reorders nothing`(round: Int) async {
    await warehouse.link(far, parent: parent)
    let recorder = Recorder()
    async let bootstrapped: Void = {
      for _ in 0..<round * 3 { await Task.yield() }
      core.bootstrap(recorder, at: SourceLocation())
    }()
    for start in 0..<40 {
      track(start * 10..<start * 10 + 10)
      if start % 8 == 7 { await core.flush() }
    }
    await bootstrapped
    await core.flush()
    #expect(recorder.events.map(\.name) == (0..<400).map { "\($0)" })
  }

  @Test func `The oldest of what is held is dropped and counted, also when others had to be asked`() async {
    let issues = IssueCollector()
    let core = SystemCore(issues: IssueReporter(handler: issues.handler))
    await warehouse.link(far, parent: parent)
    for batch in 0..<3 {
      TrackableSystem.withCore(core) { for number in 0..<500 { far.track(NumberedEvent(batch * 500 + number)) } }
      await core.flush()
    }
    let recorder = Recorder()
    core.bootstrap(recorder, at: SourceLocation())
    await core.flush()
    #expect(recorder.events.map(\.name) == (500..<1500).map { "\($0)" })
    #expect(issues.issues.map(\.kind) == [.eventsDropped])
    #expect(issues.issues.first?.message.hasPrefix("500 deliveries") == true)
  }

  @Test func `What is dropped while the tracker comes is counted`() async {
    let (recorder, issues) = (Recorder(), IssueCollector())
    let core = SystemCore(issues: IssueReporter(handler: issues.handler))
    let isFirst = Lock(true)
    let bootstrapping = ClosureTracker { _ in
      guard isFirst.withLock({ $0.takeFirst() }) else { return }
      core.bootstrap(recorder, at: SourceLocation())
    }
    await warehouse.link(far, parent: parent, adding: bootstrapping)
    warehouse.close()
    TrackableSystem.withCore(core) {
      far.track(NumberedEvent(0))
      for number in 1..<1_500 { near.track(NumberedEvent(number)) }
    }
    warehouse.open()
    await core.flush()
    #expect(recorder.events.map(\.name) == (500..<1500).map { "\($0)" })
    #expect(issues.issues.map(\.kind) == [.eventsDropped])
    #expect(issues.issues.first?.message.hasPrefix("500 deliveries") == true)
  }
}

extension Bool {
  fileprivate mutating func takeFirst() -> Bool {
    defer { self = false }
    return self
  }
}
