import TestSupport
import Testing
import Trackable

/// An adopter's code that the library runs may call the library. A deadlock shows as a time limit.
@Suite(.timeLimit(.minutes(10))) struct DeadlockTests {
  /// Tracks when it goes.
  private final class Departing: Sendable {
    let gone: Lock<Int>
    let scoped: ScopedSystem

    init(_ gone: Lock<Int>, _ scoped: ScopedSystem) { (self.gone, self.scoped) = (gone, scoped) }

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
    let (recorder, left) = (RecordingTracker.plain(), Shared(10))
    let tracker = recorder.combined(
      with: ClosureTracker { [near, far] _ in
        let number = left.add(-1)
        if number < 0 { return }
        near.setupTrackableChain(trackedProperties: ["number" ~>> number])
        TrackableSystem.defaultProperties = ["default" ~>> number]
        TrackableSystem.issueHandler = { _ in }
        (number % 3 == 0 ? far : near).track(NumberedEvent(number), trackedProperties: ["flawed" ~>> Double.nan])
        TrackableSystem.identify("john")
      })
    await TrackableSystem.withTracker(tracker) {
      far.track(NumberedEvent(1_000))
      near.track(NumberedEvent(1_001))
      while recorder.events.count < 12 { await TrackableSystem.flush() }
    }
    expect(recorder.events.count, is: 12)
  }

  @Test func `An issue handler whose own events have issues comes to an end`() async {
    await warehouse.link(far, parent: parent)
    let (near, far) = (near, far)
    let recorder = RecordingTracker.plain()
    let reported = Shared(0)
    await TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in
        // Without a bound the stack or the test ends here.
        if reported.add(1) > 100 { return }
        near.track(NumberedEvent(2), trackedProperties: ["flawed" ~>> Double.nan])
        far.track(NumberedEvent(3), trackedProperties: ["flawed" ~>> Double.nan])
      }
      near.track(NumberedEvent(1), trackedProperties: ["flawed" ~>> Double.nan])
      far.track(NumberedEvent(1), trackedProperties: ["flawed" ~>> Double.nan])
      await TrackableSystem.flush()
    }
    // Of what the handler does itself it is not told on its own thread, and once on that of another actor.
    expect(recorder.events.filter { $0.name == "1" }.count, is: 2)
    #expect(reported.value < 10)
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

}
