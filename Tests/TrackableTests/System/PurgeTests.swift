import Foundation
import Testing
import Trackable

private struct Level: UserProperty { let value = 1 }

/// Notes calls in short, and takes its time over an event on demand.
private final class Slow: AnalyticsEventTracker {
  private let log = Lock<[String]>([])
  let hasBegun = DispatchSemaphore(value: 0)
  let mayEnd = DispatchSemaphore(value: 0)
  private let blocks: Bool

  init(blocks: Bool = false) { self.blocks = blocks }

  var calls: [String] { log.withLock { $0 } }

  private func note(_ call: String) { log.withLock { $0.append(call) } }

  func track(_ event: TrackedEvent) {
    if blocks {
      hasBegun.signal()
      mayEnd.wait()
    }
    note(event.name)
  }
  func update(_ property: TrackedUserProperty) { note("update") }
  func identify(_ user: TrackedUser) { note("identify \(user.id)") }
  func reset() { note("reset") }
  func purge() { note("purge") }
}

/// `TrackableSystem.purge`: nothing that was tracked and not sent goes out any more.
@Suite(.timeLimit(.minutes(10))) struct PurgeTests {
  private let tracker = Slow()

  @Test func `A purge drops the calls that wait for the bootstrap, except the user`() {
    ScopedSystem(bootstrapped: nil).run {
      TrackableSystem.identify("john")
      NumberedEvent(1).trigger()
      Level().update()
      TrackableSystem.purge()
      NumberedEvent(2).trigger()
      TrackableSystem.bootstrap(tracker)
    }
    expect(tracker.calls, is: ["identify john", "purge", "2"])
  }

  @Test func `As many may be held after a purge as before`() {
    let issues = RecordingTracker.plain()
    ScopedSystem(bootstrapped: nil, issueHandler: issues.record).run {
      for number in 0..<10_000 { NumberedEvent(number).trigger() }
      TrackableSystem.purge()
      // The purge is held as well.
      for number in 0..<9_999 { NumberedEvent(number).trigger() }
      TrackableSystem.bootstrap(tracker)
    }
    expect(tracker.calls.count, is: 10_000)
    #expect(issues.issues.isEmpty)
  }

  @Test func `A purge drops the events that wait for an actor, and a flush does not wait for them`() async {
    let warehouse = Warehouse()
    let (child, parent) = (SharedStation("child"), SharedStation("parent"))
    await warehouse.link(child, parent: parent)
    await withSystem(tracker) {
      warehouse.close()
      child.track(NumberedEvent(1))
      NumberedEvent(2).trigger()
      TrackableSystem.purge()
      NumberedEvent(3).trigger()
      await TrackableSystem.flush()
      warehouse.open()
    }
    await warehouse.worksOff()
    expect(tracker.calls, is: ["2", "purge", "3"])
  }

  /// Changes a user property, and purges, while it hears of a sign-in.
  private struct Forgetful: AnalyticsEventTracker {
    let tracker: Slow
    func track(_ event: TrackedEvent) { tracker.track(event) }
    func update(_ property: TrackedUserProperty) { tracker.update(property) }
    func purge() { tracker.purge() }
    func identify(_ user: TrackedUser) {
      tracker.identify(user)
      Level().update()
      TrackableSystem.purge()
      TrackableSystem.identify("paul")
    }
  }

  @Test func `A user property that waits for an earlier change of the user does not pass a purge`() {
    withSystem(Forgetful(tracker: tracker)) {
      TrackableSystem.identify("john")
      Level().update()
    }
    expect(tracker.calls.prefix(3), is: ["identify john", "purge", "identify paul"])
    expect(tracker.calls.last, is: "update")
  }

  /// Registers a tracker, and purges, while it hears of a sign-in.
  private struct Registering: AnalyticsEventTracker {
    let tracker: Slow
    func track(_ event: TrackedEvent) {}
    func identify(_ user: TrackedUser) {
      TrackableSystem.register(tracker)
      TrackableSystem.purge()
    }
  }

  @Test func `A tracker that registers gets no user property from before a purge`() {
    withSystem(Registering(tracker: tracker)) {
      Level().update()
      TrackableSystem.identify("john")
    }
    expect(tracker.calls, is: ["purge", "identify john"])
  }

  @Test func `An event whose issue leads to a purge is not sent after the purge`() {
    let child = SharedStation("child")
    child.setupTrackableChain(parent: SharedStation("parent"))
    ScopedSystem(bootstrapped: tracker, issueHandler: { _ in TrackableSystem.purge() }).run {
      child.track(NumberedEvent(1))
      NumberedEvent(2).trigger()
    }
    expect(tracker.calls, is: ["purge", "2"])
  }

  @Test func `A task's tracker, the system's and registered ones are purged, each once`() {
    let (linked, registered) = (Slow(), Slow())
    withSystem(tracker) {
      TrackableSystem.register(registered)
      withTrackedProperties([], in: .current.delivering(to: linked)) { TrackableSystem.purge() }
    }
    expect(linked.calls, is: ["purge"])
    expect(registered.calls, is: ["purge"])
    expect(tracker.calls, is: ["purge"])
  }

  @Test func `The calls that a task held for the bootstrap are dropped as well`() {
    let linked = Slow()
    ScopedSystem(bootstrapped: nil).run {
      NumberedEvent(1).trigger()
      withTrackedProperties([], in: .current.delivering(to: linked)) { TrackableSystem.purge() }
      NumberedEvent(2).trigger()
      TrackableSystem.bootstrap(tracker)
    }
    expect(linked.calls, is: ["purge"])
    expect(tracker.calls, is: ["purge", "2"])
  }
}
