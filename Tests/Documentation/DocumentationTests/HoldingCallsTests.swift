import Testing
import Trackable

@MainActor @Suite struct HoldingCallsTests {
  @Test func `When the app opens the gate, held events go out`() {
    let (streams, detail) = (ClosureTracker { print("Streams: \($0.name)") }, AlbumDetailVC())
    Page(article: "HoldingCalls").expectOutput {
      let configured = TrackerGate("the stream configuration arrived")
      TrackableSystem.bootstrap(streams.holding(until: configured))

      detail.track(Events.User.didRateAlbum)
      // When the configuration is there:
      configured.open()
      // Streams: MyApp.Events.User.didRateAlbum
    }
  }
}
