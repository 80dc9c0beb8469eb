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
