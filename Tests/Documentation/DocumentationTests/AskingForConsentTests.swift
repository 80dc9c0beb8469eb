import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableTesting

@MainActor @Suite struct AskingForConsentTests {
  private final class AppState: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { "plan" ~>> "free" }
  }

  /// What the page uses of Firebase's SDK: https://firebase.google.com/docs/analytics/configure-data-collection
  private enum Analytics {
    @TaskLocal static var calls = Output()
    static func setAnalyticsCollectionEnabled(_ isEnabled: Bool) { calls.write(isEnabled ? "on" : "off") }
  }

  /// Writes its calls beside those of the SDK.
  private struct Adapter: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { Analytics.calls.write(event.name) }
    func reset() { Analytics.calls.write("reset") }
    func purge() { Analytics.calls.write("purge") }
  }

  @Test func `When the user agrees, held events go out, and dropped ones do not`() {
    let (mixpanel, ads, appState) = (RecordingTracker(), RecordingTracker(), AppState())
    inAnApp {
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

  @Test func `The three steps ask once, deliver the waiting event, and remember the decision`() async {
    let folder = FileManager.default.temporaryDirectory.appending(path: "consent-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let dialogs = Output()
    /// Returns the names of the events that arrive.
    func launch() async -> [String] {
      let segment = RecordingTracker()
      func showConsentDialog() { dialogs.write("shown, after \(segment.events.count) events") }
      await inAnApp {
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
      }
      return segment.events.map(\.name)
    }
    let output = Output()
    for name in await launch() { output.write("Segment: \(name)") }
    #expect(Page(article: "AskingForConsent").promises(output.text), "\(output.text)")
    #expect(await launch().count == 1)
    #expect(dialogs.lines == ["shown, after 0 events"])
  }

  @Test func `A vendor's SDK is on before it gets the held events, and off after its reset`() async {
    let folder = FileManager.default.temporaryDirectory.appending(path: "consent-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let calls = Output()
    await Analytics.$calls.withValue(calls) {
      await inAnApp {
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
    }
    #expect(calls.lines == ["on", "MyApp.Events.User.didRateAlbum", "reset", "purge", "off"])
  }
}
