import TestSupport
import Testing
import Trackable

/// An adopter's code that the library runs may call the library. A deadlock shows as a time limit.
@Suite(.timeLimit(.minutes(10))) struct DeadlockTests {
  /// Tracks each time it is called, as often as it is allowed to.
  private final class Chatty: AnalyticsEventTracker {
    let recorder = RecordingTracker.plain()
    private let left: Lock<Int>
    private let body: @Sendable (Int) -> Void

    init(_ times: Int, _ body: @escaping @Sendable (Int) -> Void) {
      left = Lock(times)
      self.body = body
    }

    func track(_ event: TrackedEvent) {
      recorder.track(event)
      let number = left.withLock { left in
        left -= 1
        return left
      }
      if number >= 0 { body(number) }
    }
  }

  /// Tracks when it goes.
  private final class Departing: Sendable {
    let gone: Lock<Int>
    let scoped: ScopedSystem

    init(_ gone: Lock<Int>, _ scoped: ScopedSystem) {
      self.gone = gone
      self.scoped = scoped
    }

    deinit {
      gone.withLock { $0 += 1 }
      scoped.run {
        let station = Station("last words")
        station.setupTrackableChain(parent: Station("parent"))
        station.track(NumberedEvent(-1))
      }
    }
  }

  private struct Worn: UserProperty {
    let passenger: Departing
    let name = "worn"
    let value = 1
  }

  private struct Carrying: AnalyticsEvent {
    let passenger: Departing
    var name: String { "carrying" }
  }

  private let warehouse = Warehouse()
  private let near = SharedStation("near")
  private let far = SharedStation("far")
  private let parent = SharedBranch("parent")

  @Test func `A user property that another one replaces may track while it is released`() {
    let gone = Lock(0)
    let scoped = ScopedSystem(bootstrapped: NoOpTracker())
    scoped.run {
      for _ in 0..<3 { TrackableSystem.update(Worn(passenger: Departing(gone, scoped))) }
      TrackableSystem.reset()
    }
    expect(gone.withLock { $0 }, is: 3)
  }

  @Test func `A tracker may track on any chain, link, and change the settings`() async {
    await warehouse.link(far, parent: parent)
    let tracker = Chatty(10) { [near, far] number in
      near.setupTrackableChain(trackedProperties: ["number" ~>> number])
      TrackableSystem.defaultProperties = ["default" ~>> number]
      TrackableSystem.issueHandler = { _ in }
      (number % 3 == 0 ? far : near).track(NumberedEvent(number), trackedProperties: ["flawed" ~>> Double.nan])
      TrackableSystem.identify("john")
    }
    await TrackableSystem.withTracker(tracker) {
      far.track(NumberedEvent(1_000))
      near.track(NumberedEvent(1_001))
      while tracker.recorder.events.count < 12 { await TrackableSystem.flush() }
    }
    expect(tracker.recorder.events.count, is: 12)
  }

  @Test func `An issue handler whose own events have issues comes to an end`() async {
    await warehouse.link(far, parent: parent)
    let (near, far) = (near, far)
    let recorder = RecordingTracker.plain()
    let reported = Lock(0)
    await TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in
        let count = reported.withLock { reported in
          reported += 1
          return reported
        }
        // Without a bound the stack or the test ends here.
        if count > 100 { return }
        near.track(NumberedEvent(2), trackedProperties: ["flawed" ~>> Double.nan])
        far.track(NumberedEvent(3), trackedProperties: ["flawed" ~>> Double.nan])
      }
      near.track(NumberedEvent(1), trackedProperties: ["flawed" ~>> Double.nan])
      far.track(NumberedEvent(1), trackedProperties: ["flawed" ~>> Double.nan])
      await TrackableSystem.flush()
    }
    // Of what the handler does itself it is not told on its own thread, and once on that of another actor.
    expect(recorder.events.filter { $0.name == "1" }.count, is: 2)
    #expect(reported.withLock { $0 } < 10)
  }

  @Test func `A value of a call that is dropped before the bootstrap may track in its deinit`() {
    let gone = Lock(0)
    let scoped = ScopedSystem(bootstrapped: nil)
    for _ in 0..<10_500 {
      scoped.track(Carrying(passenger: Departing(gone, scoped)))
    }
    #expect(gone.withLock { $0 } >= 500)
    scoped.bootstrap(NoOpTracker())
    expect(gone.withLock { $0 }, is: 10_500)
  }

  @Test func `Values of incomplete events may track in their deinit`() async {
    await warehouse.link(far, parent: parent)
    let gone = Lock(0)
    let count = 10_500
    let scoped = ScopedSystem(bootstrapped: ClosureTracker { _ in })
    await scoped.run {
      TrackableSystem.issueHandler = { _ in }
      warehouse.close()
      // Not each one: their events make the next one go, and so on.
      for number in 0..<count {
        if number % 10 == 0 {
          far.track(Carrying(passenger: Departing(gone, scoped)))
        } else {
          far.track(NumberedEvent(number))
        }
      }
      warehouse.open()
      await TrackableSystem.flush()
    }
    await until { gone.withLock({ $0 }) >= count / 10 }
  }

  @Test func `Values of a replaced tracker, context or handler may track in their deinit`() {
    let gone = Lock(0)
    let scoped = ScopedSystem(bootstrapped: nil)
    scoped.run {
      func departing() -> Departing { Departing(gone, scoped) }
      func tracker() -> ClosureTracker {
        let passenger = departing()
        return ClosureTracker { _ in withExtendedLifetime(passenger) {} }
      }
      func context() -> TrackingContext {
        let passenger = departing()
        return TrackingContext().appending(live: { withExtendedLifetime(passenger) { [] } }).delivering(
          alsoTo: tracker())
      }
      let station = Station("")
      for _ in 0..<3 {
        station.link(to: context())
        station.deliver(to: tracker())
        station.deliver(alsoTo: tracker())
        station.track(NumberedEvent(1))
        TrackableSystem.bootstrap(tracker())
        let passenger = departing()
        TrackableSystem.issueHandler = { _ in withExtendedLifetime(passenger) {} }
      }
      station.unlink()
      station.deliver(to: nil)
      station.deliver(alsoTo: nil)
      TrackableSystem.issueHandler = { _ in }
      station.track(NumberedEvent(1))
      TrackableSystem.bootstrap(NoOpTracker())
    }
    expect(gone.withLock { $0 }, is: 18)
  }

  @Test func `Everything may track at once while an actor is closed`() async {
    await warehouse.link(far, parent: parent)
    parent.whenAsked { [far] in far.track(NumberedEvent(2)) }
    let (near, far) = (near, far)
    let tracker = Chatty(10) { number in (number % 2 == 0 ? near : far).track(NumberedEvent(3)) }
    let gone = Lock(0)
    let scoped = ScopedSystem(bootstrapped: tracker)
    await scoped.run {
      TrackableSystem.issueHandler = { _ in near.track(NumberedEvent(4)) }
      warehouse.close()
      for _ in 0..<20 { far.track(Carrying(passenger: Departing(gone, scoped))) }
      warehouse.open()
      for _ in 0..<200 { await TrackableSystem.flush() }
    }
    expect(tracker.recorder.events.filter { $0.name == "carrying" }.count, is: 20)
    await until { gone.withLock { $0 } >= 20 || !tracker.recorder.events.isEmpty }
  }
}
