import Testing
import Trackable

@Suite struct SystemConcurrencyTests {
  @Test func `Settings may change, and trackers take over, while others track: nothing is lost or overtaken`() {
    let scoped = ScopedSystem(bootstrapped: nil)
    let recorder = RecordingTracker.plain()
    _ = onThreads(8) { thread in
      scoped.run {
        let object = Plain()
        for number in 0..<200 {
          switch thread {
          case 0: TrackableSystem.defaultProperties = [Keys.a ~>> number]
          case 1: TrackableSystem.issueHandler = { _ in }
          case 2: TrackableSystem.bootstrap(recorder)
          default: object.track(NumberedEvent(thread * 1_000 + number), trackedProperties: [Keys.b ~>> Double.nan])
          }
        }
      }
    }
    // Five threads track 200 each, before the bootstrap or after it.
    let numbers = recorder.events.compactMap { ($0.base as? NumberedEvent)?.number }
    expect(numbers.count, is: 1_000)
    for thread in 3..<8 {
      expect(numbers.filter { $0 / 1_000 == thread }, is: (0..<200).map { thread * 1_000 + $0 })
    }
  }
}
