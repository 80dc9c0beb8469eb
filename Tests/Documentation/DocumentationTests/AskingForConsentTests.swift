import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct AskingForConsentTests {
  private final class Session: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { "plan" ~>> "free" }
  }

  @Test func `When the user agrees, held events go out, and dropped ones do not`() {
    let (mixpanel, ads, session) = (RecordingTracker(), RecordingTracker(), Session())
    let stored: [ConsentPurpose: Consent.Status] = [:]
    inAnApp {
      // The user's earlier decisions; empty before the app has asked:
      let consent = Consent(stored)
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: consent)
          .combined(
            with: ads.requiringConsent(
              .advertising, from: consent, whileUndecided: .drop)),
        root: session)

      let detail = AlbumDetailVC()
      detail.track(Events.User.didRateAlbum)
      // In the dialog, and in the settings:
      consent.update([.analytics: .granted, .advertising: .denied])
      // Mixpanel: MyApp.Events.User.didRateAlbum
    }
    let output = Output()
    for event in mixpanel.events { output.write("Mixpanel: \(event.name)") }
    for event in ads.events { output.write("Ads: \(event.name)") }
    #expect(Page(article: "AskingForConsent").promises(output.text), "\(output.text)")
  }

  @Test func `Events wait for the decision, and for another one where the app asks again`() {
    let (mixpanel, consent) = (RecordingTracker(), Consent())
    let tracker = mixpanel.requiringConsent(.analytics, from: consent)
    tracker.track(Events.User.didRateAlbum)
    #expect(mixpanel.events.isEmpty)
    consent.grant(.analytics)
    #expect(mixpanel.events.count == 1)
    consent.update([.analytics: .undecided])
    tracker.track(Events.User.didRateAlbum)
    #expect(mixpanel.events.count == 1)
    consent.grant(.analytics)
    #expect(mixpanel.events.count == 2)
  }
}
