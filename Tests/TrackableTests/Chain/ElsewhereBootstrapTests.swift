import Testing
import Trackable

/// Waiting for the system's tracker and waiting for other actors at once.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereBootstrapTests {
  private let warehouse = Warehouse()
  private let near = SharedStation("near")
  private let far = SharedStation("far")
  private let parent = SharedBranch("parent")
  private let scoped = ScopedSystem(bootstrapped: nil, issueHandler: { Issue.record("\($0)") })

  private func track(_ numbers: Range<Int>) {
    scoped.run {
      for number in numbers { (number % 2 == 0 ? near : far).track(NumberedEvent(number)) }
    }
  }

  @Test func `A bootstrap while something waits for an actor delivers the rest in order, and then that`() async {
    await warehouse.link(far, parent: parent)
    let recorder = RecordingTracker.plain()
    warehouse.close()
    track(0..<100)
    scoped.bootstrap(recorder)
    expect(recorder.events.map(\.name), is: (0..<50).map { "\($0 * 2)" })
    track(100..<200)
    expect(recorder.events.map(\.name), is: (0..<100).map { "\($0 * 2)" })
    warehouse.open()
    await scoped.drain()
    expect(Set(recorder.events.map(\.name)), is: Set((0..<200).map { "\($0)" }))
    expect(recorder.events.count, is: 200)
  }

  @Test(arguments: 0..<20)
  func `A bootstrap at any moment loses nothing, and keeps the order of events that need no other actor`(
    round: Int
  ) async {
    await warehouse.link(far, parent: parent)
    let recorder = RecordingTracker.plain()
    async let bootstrapped: Void = {
      for _ in 0..<round * 3 { await Task.yield() }
      scoped.bootstrap(recorder)
    }()
    for start in 0..<40 {
      track(start * 10..<start * 10 + 10)
      if start % 8 == 7 { await scoped.drain() }
    }
    await bootstrapped
    await scoped.drain()
    let names = recorder.events.map(\.name)
    expect(names.filter { Int($0)?.isMultiple(of: 2) == true }, is: (0..<200).map { "\($0 * 2)" })
    #expect(names.count == 400 && Set(names).count == 400)
  }

  @Test func `Default properties are those of the call; held calls get those of the bootstrap`() async {
    await warehouse.link(far, parent: parent)
    let recorder = RecordingTracker.plain()
    scoped.run { TrackableSystem.defaultProperties = ["default" ~>> "early"] }
    track(0..<2)
    await scoped.drain()
    scoped.run { TrackableSystem.defaultProperties = ["default" ~>> "bootstrap"] }
    scoped.bootstrap(recorder)
    warehouse.close()
    track(2..<4)
    scoped.run { TrackableSystem.defaultProperties = ["default" ~>> "late", "another" ~>> "late"] }
    warehouse.open()
    await scoped.drain()
    expect(recorder.events.map { $0.properties["default"] }, is: Array(repeating: "bootstrap", count: 4))
    #expect(recorder.events.allSatisfy { $0.properties["another"] == nil })
  }
}
