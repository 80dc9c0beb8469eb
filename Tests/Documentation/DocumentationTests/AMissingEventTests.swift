import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The page on a missing event.

@Suite struct AMissingEventTests {
  @Test func `The ledger says that a gate holds the event, as the page shows`() async {
    let (mixpanel, consent, output) = (RecordingTracker(name: "Mixpanel"), Consent(), Output())
    func print(_ ledger: TrackerLedger) { output.write(ledger) }
    await inAnApp {
      let hub = TrackerHub([
        mixpanel.requiringConsent(.analytics, from: consent)
      ])
      TrackableSystem.bootstrap(hub)
      hub.start()

      TrackableSystem.track(Events.User.didRateAlbum)
      print(hub.ledger)
      // destination  accepted  = held  + waiting  + delivered  + dropped
      // Mixpanel            1       1          0            0          0
      consent.update([.analytics: .granted])
      await hub.shutdown()
    }
    #expect(mixpanel.events.count == 1)
    #expect(Page(article: "AMissingEvent").promises(output.text), "\(output.text)")
  }

  @Test func `The ledger counts suppressed events, and none that the user has denied`() async {
    let (mixpanel, consent) = (RecordingTracker(name: "Mixpanel"), Consent())
    await inAnApp {
      let hub = TrackerHub([
        mixpanel.filter { $0.properties.isEmpty }.requiringConsent(.analytics, from: consent)
      ])
      TrackableSystem.bootstrap(hub)
      hub.start()
      func figures() -> [Int] { hub.ledger["Mixpanel"].map { [$0.suppressed, $0.accepted, $0.held] } ?? [] }

      for _ in 1...2 { TrackableSystem.track(Events.User.didRateAlbum) }
      #expect(figures() == [0, 2, 2])
      // What a reset before the decision drops is no longer accepted. The gate holds the reset.
      TrackableSystem.reset()
      #expect(figures() == [0, 1, 1])
      consent.update([.analytics: .granted])
      TrackableSystem.track(Events.User.didRateAlbum, trackedProperties: [Keys.row ~>> 3])
      #expect(figures()[0] == 1)
      consent.update([.analytics: .denied])
      await hub.flush()
      let before = figures()
      TrackableSystem.track(Events.User.didRateAlbum)
      #expect(figures() == before)
      await hub.shutdown()
    }
    #expect(mixpanel.events.isEmpty)
  }

  @Test func `A log behind the gate prints the events that pass it`() {
    let (mixpanel, consent, output) = (RecordingTracker(name: "Mixpanel"), Consent(), Output())
    let tracker = mixpanel.logged(.verbose) { output.write($0) }.requiringConsent(.analytics, from: consent)
    TrackableSystem.withTracker(tracker) {
      TrackableSystem.track(Events.User.didRateAlbum)
      #expect(output.lines.isEmpty)
      consent.update([.analytics: .granted])
    }
    #expect(output.lines == ["-[Mixpanel]: EVENT TRIGGERED - 'MyApp.Events.User.didRateAlbum'"])
  }
}
