import Testing
import Trackable

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
  @Test func `A generic track method receives tracked events, and is called as it is by its own type`() {
    let seed = SeedTracker()
    let erased: any AnalyticsEventTracker = seed
    erased.track(Greeting())
    erased.track(TrackedEvent(Greeting()))
    TrackableSystem.withTracker(seed) { Plain().track(Greeting()) }
    seed.track(Greeting())
    let call = "TrackableTests.Greeting [TrackableTests.Keys.a: hello]"
    expect(seed.calls, is: Array(repeating: "TrackedEvent " + call, count: 3) + ["Greeting " + call])
  }
}
