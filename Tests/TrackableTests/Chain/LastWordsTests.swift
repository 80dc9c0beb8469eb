import Testing

@testable import Trackable

@Suite struct LastWordsTests {
  private final class Visit: TrackableClass {
    deinit { track(Noted()) }
    var trackedProperties: TrackedProperties { "computed visit" ~>> true }
  }

  @Test func `An event tracked in deinit carries the object's link and its ancestors`() {
    let parent = Station("parent")
    let recorder = Recorder()
    TrackableSystem.withTracker(recorder) {
      Visit().setupTrackableChain(trackedProperties: ["link visit" ~>> true], parent: parent)
    }
    let names = recorder.events.map { $0.properties.map(\.key.name) }
    #expect(names == [["link visit", "computed visit", "computed parent"]])
  }
}
