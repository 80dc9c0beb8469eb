import TestSupport
import Testing
import Trackable

/// How long an event may wait, where time passes when the test says so.
@Suite(.timeLimit(.minutes(10))) struct ReadTimeoutTests {
  private let warehouse = Warehouse()
  private let child = SharedStation("child")
  private let parent = SharedBranch("parent")
  private let recorder = RecordingTracker.plain()
  private let deadlines = Deadlines()

  private func system(readTimeout: Duration) -> ScopedSystem {
    ScopedSystem(bootstrapped: recorder, readTimeout: readTimeout, time: deadlines.time, issueHandler: { _ in })
  }

  @Test func `The time limit is a second unless the app sets it; a new one applies to the events that follow`() async {
    await warehouse.link(child, parent: parent)
    warehouse.close()
    let scoped = system(readTimeout: .zero)
    expect(TrackableSystem.readTimeout, is: .seconds(1))
    scoped.run {
      child.track(NumberedEvent(0))
      expect(deadlines.delays, is: [.zero])
      TrackableSystem.readTimeout = .seconds(100)
      expect(TrackableSystem.readTimeout, is: .seconds(100))
      child.track(NumberedEvent(1))
      expect(deadlines.delays, is: [.zero, .seconds(100)])
      deadlines.pass()
      expect(recorder.events.map(\.name), is: ["0"])
    }
    warehouse.open()
    await scoped.drain()
    expect(recorder.events.map(\.keys), is: [["computed child"], ["computed child", "computed parent"]])
    // It has gone out: its time being up changes nothing.
    deadlines.pass()
    expect(recorder.events.count, is: 2)
  }

  @Test func `With an event whose time is up, those before it go out in order that may wait no longer`() async {
    await warehouse.link(child, parent: parent)
    warehouse.close()
    let scoped = system(readTimeout: .seconds(10))
    scoped.run {
      for number in 0..<3 { child.track(NumberedEvent(number)) }
      TrackableSystem.readTimeout = .seconds(100)
      child.track(NumberedEvent(3))
      TrackableSystem.readTimeout = .seconds(10)
      for number in 4..<6 { child.track(NumberedEvent(number)) }
    }
    deadlines.pass(4)
    expect(recorder.events.map(\.name), is: ["0", "1", "2", "4"])
    deadlines.pass()
    expect(recorder.events.count, is: 4)
    deadlines.pass(deadlines.delays.count - 1)
    expect(recorder.events.map(\.name), is: ["0", "1", "2", "4", "5"])
    warehouse.open()
    await scoped.drain()
    expect(recorder.events.map(\.name).last, is: "3")
  }

  @Test func `An event whose time is up while it is read goes out right after that, and waits for no other actor`()
    async
  {
    let (other, top) = (Warehouse(), SharedStation("top"))
    await other.link(parent, parent: top)
    await warehouse.link(child, parent: parent)
    other.close()
    let scoped = system(readTimeout: .seconds(100))
    parent.whenAsked { [deadlines] in deadlines.pass() }
    scoped.run { child.track(NumberedEvent(0)) }
    await warehouse.worksOff()
    expect(recorder.events.map(\.keys), is: [["computed child", "computed parent"]])
    expect(recorder.events.map { $0.unread.map(\.description) }, is: [["SharedStation (2)"]])
    other.open()
    await scoped.drain()
    expect(recorder.events.count, is: 1)
    withExtendedLifetime(top) {}
  }

  @Test func `A deadline that lies ahead keeps nothing alive of a scope whose events are out`() async {
    await warehouse.link(child, parent: parent)
    weak var tracker: Ending?
    do {
      let ending = Ending()
      tracker = ending
      let scoped = ScopedSystem(bootstrapped: ending, time: deadlines.time)
      scoped.run { child.track(NumberedEvent(0)) }
      await scoped.drain()
    }
    // The job that has read the event ends on its own thread.
    await until { tracker == nil }
    expect(deadlines.delays.count, is: 1)
    deadlines.pass()
  }
}
