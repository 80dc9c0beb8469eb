import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct HoldingCallsTests {
  @Test func `When the app opens the gate, held events go out`() {
    let streams = RecordingTracker()
    inAnApp {
      let configured = TrackerGate("the stream configuration arrived")
      TrackableSystem.bootstrap(streams.holding(until: configured))

      let detail = AlbumDetailVC()
      detail.track(Events.User.didRateAlbum)
      // When the configuration is there:
      configured.open()
      // Streams: MyApp.Events.User.didRateAlbum
    }
    let output = Output()
    for event in streams.events { output.write("Streams: \(event.name)") }
    #expect(Page(article: "HoldingCalls").promises(output.text), "\(output.text)")
  }
}
