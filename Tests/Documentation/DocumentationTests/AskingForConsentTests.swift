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
      let consent = Consent(stored)  // what the user decided before; empty before the app has asked
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: consent)
          .combined(with: ads.requiringConsent(.advertising, from: consent, whileUndecided: .drop)),
        root: session)

      AlbumDetailVC().rate()
      #expect(mixpanel.events.isEmpty)

      // In the dialog, and in the settings:
      consent.update([.analytics: .granted, .advertising: .denied])
    }
    #expect(mixpanel.events.map(\.name) == [Events.User.didRateAlbum.name])
    #expect(ads.events.isEmpty)
  }
}
