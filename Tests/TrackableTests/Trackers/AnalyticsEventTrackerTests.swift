import Testing
import Trackable

private struct Failure: Error {}
private struct Score: UserProperty { let value: Int }

private struct Greeting: AnalyticsEvent {
  var properties: TrackedProperties { [Keys.a ~>> "hello"] }
}

/// As the oldest of the documents this library grew from writes it.
private final class SeedTracker: AnalyticsEventTracker {
  private let received = Lock<[String]>([])
  var calls: [String] { received.withLock { $0 } }

  func track(_ event: some AnalyticsEvent) {
    let call = "\(type(of: event)) \(event.name) \(event.properties)"
    received.withLock { $0.append(call) }
  }
}

@Suite struct AnalyticsEventTrackerTests {
  @Test func `Every requirement but track has a default that does nothing`() async {
    let tracker: any AnalyticsEventTracker = ClosureTracker { _ in Issue.record("nothing was tracked") }
    tracker.update(TrackedUserProperty(Score(value: 1)))
    tracker.identify("john")
    tracker.reset()
    tracker.report(Failure(), at: CodeLocation())
    await tracker.flush()
  }

  @Test func `Tracking an event wraps it once`() {
    let recorder = RecordingTracker.plain()
    recorder.track(Greeting())
    recorder.track(TrackedEvent(Greeting()))
    let erased: any AnalyticsEventTracker = recorder
    erased.track(Greeting())
    let event: any AnalyticsEvent = Greeting()
    erased.track(event)
    recorder.track(event)
    expect(recorder.events.count, is: 5)
    #expect(recorder.events.allSatisfy { $0.base is Greeting && $0.properties == [Keys.a ~>> "hello"] })
  }

  @Test func `A generic track method receives tracked events`() {
    let seed = SeedTracker()
    let erased: any AnalyticsEventTracker = seed
    erased.track(Greeting())
    erased.track(TrackedEvent(Greeting()))
    TrackableSystem.withTracker(seed) { Plain().track(Greeting()) }
    expect(
      seed.calls, is: Array(repeating: "TrackedEvent TrackableTests.Greeting [TrackableTests.Keys.a: hello]", count: 3))
  }

  @Test func `A generic track method is called as it is`() {
    let seed = SeedTracker()
    seed.track(Greeting())
    expect(seed.calls, is: ["Greeting TrackableTests.Greeting [TrackableTests.Keys.a: hello]"])
  }
}
