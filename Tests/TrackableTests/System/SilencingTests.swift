import Testing
import Trackable

@Suite struct SilencingTests {
  @Test func `The tracker that was given last decides whether anything is evaluated`() {
    let recorder = RecordingTracker.plain()
    let isFirst = Lock(true)
    ScopedSystem(bootstrapped: RecordingTracker.plain()).run {
      TrackableSystem.issueHandler = { _ in
        let first = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        // As another thread may: after the silent tracker took over, before its bootstrap returned.
        if first { TrackableSystem.bootstrap(recorder) }
      }
      TrackableSystem.bootstrap(NoOpTracker())
      Plain().track(TopLevelEvent())
    }
    expect(recorder.events.count, is: 1)
  }
}
