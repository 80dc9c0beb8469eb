import Testing
import Trackable
import TrackableTesting

// The doc comments about combinators that adopters write.

struct Sampling: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let isIncluded: Bool

  func track(_ event: TrackedEvent) {
    if isIncluded { base.track(event) }
  }
}

@Suite struct ForwardingDocTests {
  private struct OrderPlaced: AnalyticsEvent {}
  private struct ItemsSold: AnalyticsEvent {}

  @Test func `A wrapper of the adopter's keeps the rules`() async {
    let conformance = TrackerConformance.wrapping { Sampling(base: $0, isIncluded: true) }
    #expect(await conformance.failures() == [])
  }

  @Test func `An event becomes several`() {
    let firebase = RecordingTracker()
    func tracker() -> some AnalyticsEventTracker {
      firebase.flatMap { event in
        guard event.base is OrderPlaced else { return [event] }
        return [event, TrackedEvent(ItemsSold(), properties: event.properties, timestamp: event.timestamp)]
      }
    }
    tracker().track(OrderPlaced())
    #expect(firebase.events.count == 2)
  }
}
