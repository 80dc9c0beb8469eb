import Testing
import Trackable

private struct Ping: AnalyticsEvent {}

@Suite struct IgnoredTypesConcurrencyTests {
  /// One thread changes the tracker, and the others track all the time.
  @Test func `No answer outlives its tracker`() {
    let scoped = ScopedSystem(bootstrapped: NoOpTracker())
    let isOver = Lock(false)
    let stale = onThreads(3) { thread in
      scoped.run {
        guard thread == 0 else {
          while !isOver.withLock({ $0 }) { Plain().track(Ping()) }
          return 0
        }
        var stale = 0
        for _ in 0..<2_000 {
          TrackableSystem.bootstrap(NoOpTracker())
          Plain().track(Ping())
          let recorder = RecordingTracker.plain()
          TrackableSystem.bootstrap(recorder)
          Plain().track(Ping())
          if recorder.events.isEmpty { stale += 1 }
        }
        isOver.withLock { $0 = true }
        return stale
      }
    }
    #expect(stale.allSatisfy { $0 == 0 })
  }
}
