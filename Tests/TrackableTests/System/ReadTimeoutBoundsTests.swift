import Testing
import Trackable

@Suite(.timeLimit(.minutes(10))) struct ReadTimeoutBoundsTests {
  @Test(arguments: [Duration.seconds(Int64.max), .zero, .seconds(Int64.min), .nanoseconds(1)])
  func `Any duration is a limit, and no event is lost by it`(limit: Duration) async {
    let warehouse = Warehouse()
    let child = SharedStation("child")
    let parent = SharedBranch("parent")
    await warehouse.link(child, parent: parent)
    let recorder = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: recorder)
    scoped.run {
      TrackableSystem.readTimeout = limit
      #expect(TrackableSystem.readTimeout >= .zero)
      child.track(NumberedEvent(1))
    }
    await scoped.drain()
    expect(recorder.events.map(\.name), is: ["1"])
    let isComplete = recorder.events.first?.unread.isEmpty == true
    expect(recorder.events.first?.keys, is: ["computed child"] + (isComplete ? ["computed parent"] : []))
  }
}
