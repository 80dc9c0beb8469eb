import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableTesting

@Suite final class AskingForConsentTests: FolderSuite {
  /// What the page uses of Firebase's SDK: https://firebase.google.com/docs/analytics/configure-data-collection
  private enum Analytics {
    static func setAnalyticsCollectionEnabled(_ isEnabled: Bool) { print(isEnabled ? "on" : "off") }
  }

  /// Prints its calls beside those of the SDK.
  private struct Adapter: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { print(event.name) }
    func reset() { print("reset") }
    func purge() { print("purge") }
  }

  private let page = Page(article: "AskingForConsent")

  @Test func `When the user agrees, held events go out, and dropped ones do not`() {
    let (appState, detail) = (Plain(), Plain())
    let mixpanel = ClosureTracker { print("Mixpanel: \($0.name)") }
    let ads = ClosureTracker { print("Ads: \($0.name)") }
    page.expectOutput {
      // The user's earlier decisions, as texts; empty before the app has asked:
      let stored = UserDefaults.standard.dictionary(forKey: "consent") ?? [:]
      var statuses: [ConsentPurpose: Consent.Status] = [:]
      for (purpose, status) in stored {
        statuses[ConsentPurpose(rawValue: purpose)] = (status as? String)
          .flatMap(Consent.Status.init)
      }
      let consent = Consent(statuses)
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: consent)
          .combined(
            with: ads.requiringConsent(
              .advertising, from: consent, whileUndecided: .drop)),
        root: appState)

      detail.track(Events.User.didRateAlbum)
      // In the dialog, and in the settings:
      consent.update([.analytics: .granted, .advertising: .denied])
      // Mixpanel: MyApp.Events.User.didRateAlbum
    }
  }

  @Test func `The three steps ask once, deliver the waiting event, and remember the decision`() async {
    var dialogs: [Int] = []
    /// Prints the names of the events that arrive.
    func launch() async {
      let segment = RecordingTracker()
      func showConsentDialog() { dialogs.append(segment.events.count) }
      // At each launch, remember:
      let app = TrackableApp(folder: folder)
      let hub = TrackerHub([
        segment.requiringConsent(.analytics, from: app.consent)
      ])
      TrackableSystem.bootstrap(hub, root: app)
      app.start()
      hub.start()

      // The event waits for the decision:
      TrackableSystem.track(Events.User.didRateAlbum)

      // Ask, if the user has not decided:
      if app.consent.status(of: .analytics) == .undecided {
        showConsentDialog()
      }

      // Tell the library, from the dialog and from the settings:
      app.consent.update([.analytics: .granted, .advertising: .denied])
      // Segment: MyApp.Events.User.didRateAlbum
      await hub.shutdown()
      for event in segment.events { print("Segment: \(event.name)") }
    }
    for _ in 1...2 { await page.expectOutput { await launch() } }
    #expect(dialogs == [0])
  }

  @Test func `A vendor's SDK is on before it gets the held events, and off after its reset`() async {
    let lines = await printed {
      let app = TrackableApp(folder: folder)
      TrackableSystem.bootstrap(Adapter().requiringConsent(.analytics, from: app.consent), root: app)
      app.start()

      func userAnswered(_ status: Consent.Status) async {
        let agrees = status == .granted
        if agrees { Analytics.setAnalyticsCollectionEnabled(true) }
        app.consent.update([.analytics: status])
        if agrees { return }
        await TrackableSystem.flush()  // until the SDK has got the purge
        // The user may have agreed meanwhile:
        if app.consent.status(of: .analytics) == .granted { return }
        Analytics.setAnalyticsCollectionEnabled(false)
      }

      TrackableSystem.track(Events.User.didRateAlbum)
      await userAnswered(.granted)
      await userAnswered(.denied)
    }
    #expect(lines == ["on", "MyApp.Events.User.didRateAlbum", "reset", "purge", "off"])
  }
}
