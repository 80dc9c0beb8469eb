import Testing

@testable import Trackable

private struct Ping: AnalyticsEvent {}

@Suite struct IgnoredTypesConcurrencyTests {
  /// One thread changes the tracker, the others track all the time and so ask whatever tracker there is.
  @Test func `No answer outlives its tracker`() {
    let table = IgnoredTypes()
    let core = SystemCore(tracker: NoOpTracker(), issues: IssueReporter(handler: { _ in }), ignoredTypes: table)
    let isOver = Lock(false)
    let type = ObjectIdentifier(Ping.self)
    let stale = onThreads(3) { thread in
      TrackableSystem.withCore(core) {
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
          if table.answer(for: type) == true { stale += 1 }
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
