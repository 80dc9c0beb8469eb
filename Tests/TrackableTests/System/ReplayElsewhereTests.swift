import Dispatch
import Testing
import Trackable

/// What was held for the first tracker, if the root has ancestors on an actor that does not answer at once.
@Suite(.timeLimit(.minutes(10))) struct ReplayElsewhereTests {
  private let warehouse = Warehouse()
  private let root = SharedBranch("root")
  private let app = SharedBranch("app")
  private let issues = RecordingTracker.plain()
  private let scoped: ScopedSystem

  init() {
    scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
  }

  @Test func `A purge while something is replayed forgets that as well, and nothing that comes later`() async {
    await warehouse.link(root, parent: app)
    let far = SharedStation("far")
    await warehouse.link(far, parent: app)
    let recorder = RecordingTracker.plain()
    // Asked for the first event, which has left the queue and does not wait for an actor yet.
    root.whenAsked { [root] in
      if root.asked == 1 {
        TrackableSystem.purge()
        far.track(NumberedEvent(2))
      }
    }
    warehouse.close()
    scoped.run {
      NumberedEvent(1).trigger()
      TrackableSystem.bootstrap(recorder, root: root)
    }
    warehouse.open()
    await scoped.drain()
    expect(recorder.calls.map { $0.prefix(7) }, is: ["purge", "track 2"])
    expect(recorder.events.map(\.keys), is: [["computed far", "computed app", "computed root"]])
  }

  @Test func `A flush waits for a replay that is under way`() async {
    let (recorder, arrived, goesOn) = (
      RecordingTracker.plain(), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    scoped.run { for number in 0..<10 { NumberedEvent(number).trigger() } }
    let tracker = recorder.filter { event in
      if event.name == "0" {
        arrived.signal()
        goesOn.wait()
      }
      return true
    }
    DispatchQueue.global().async { [scoped] in scoped.bootstrap(tracker) }
    // A thread may block, as a task must not.
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        arrived.wait()
        continuation.resume()
      }
    }
    let flushed = Task { [scoped] in
      await scoped.run { await TrackableSystem.flush() }
      return recorder.events.count
    }
    // Time enough for a flush that waits for nothing.
    for _ in 0..<1_000 { await Task.yield() }
    goesOn.signal()
    expect(await flushed.value, is: 10)
  }

  @Test func `A flush returns although each event that was read causes the next one`() async {
    let (far, ends) = (SharedStation("far"), Lock(false))
    await warehouse.link(far, parent: app)
    let chain = ClosureTracker { event in
      if !ends.withLock({ $0 }) { far.track(NumberedEvent(event.properties.count)) }
    }
    scoped.bootstrap(chain)
    scoped.run { far.track(NumberedEvent(0)) }
    await scoped.run { await TrackableSystem.flush() }
    ends.withLock { $0 = true }
    await scoped.run { await TrackableSystem.flush() }
  }

}
