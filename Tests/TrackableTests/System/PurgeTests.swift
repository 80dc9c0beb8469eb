import Testing
import Trackable

private struct Level: UserProperty { let value = 1 }

/// `TrackableSystem.purge`: nothing that was tracked and not sent goes out any more.
@Suite(.timeLimit(.minutes(10))) struct PurgeTests {
  private let tracker = RecordingTracker.plain()

  @Test func `As many may be held after a purge as before`() {
    let issues = RecordingTracker.plain()
    ScopedSystem(bootstrapped: nil, issueHandler: issues.record).run {
      for number in 0..<10_000 { NumberedEvent(number).trigger() }
      TrackableSystem.purge()
      // The purge is held as well.
      for number in 0..<9_999 { NumberedEvent(number).trigger() }
      TrackableSystem.bootstrap(tracker)
    }
    expect(tracker.deliveries.count, is: 10_000)
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
    expect(tracker.calls, is: ["track 2 []", "purge", "track 3 []"])
  }

  /// Forwards calls, and acts while it hears of a sign-in.
  private struct Acting: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let onIdentify: @Sendable () -> Void
    func identify(_ user: TrackedUser) {
      base.identify(user)
      onIdentify()
    }
  }

  @Test func `A user property that waits for an earlier change of the user does not pass a purge`() {
    let forgetful = Acting(base: tracker) {
      Level().update()
      TrackableSystem.purge()
      TrackableSystem.identify("paul")
    }
    withSystem(forgetful) {
      TrackableSystem.identify("john")
      Level().update()
    }
    expect(tracker.calls.prefix(3), is: ["identify john", "purge", "identify paul"])
    expect(tracker.calls.last, is: "update TrackableTests.Level: 1")
  }

  @Test func `A tracker that registers gets no user property from before a purge`() {
    let registering = Acting(base: NoOpTracker()) { [tracker] in
      TrackableSystem.register(tracker)
      TrackableSystem.purge()
    }
    withSystem(registering) {
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
    expect(tracker.calls, is: ["purge", "track 2 []"])
  }

  @Test
  func `A task's tracker, the system's and registered ones are purged once, and so is what waits for the bootstrap`() {
    let (linked, registered) = (RecordingTracker.plain(), RecordingTracker.plain())
    ScopedSystem(bootstrapped: nil).run {
      NumberedEvent(1).trigger()
      TrackableSystem.register(registered)
      withTrackedProperties([], in: .current.delivering(to: linked)) { TrackableSystem.purge() }
      NumberedEvent(2).trigger()
      TrackableSystem.bootstrap(tracker)
    }
    expect(linked.calls, is: ["purge"])
    expect(registered.calls, is: ["purge"])
    expect(tracker.calls, is: ["purge", "track 2 []"])
  }
}
