import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableTesting

// The page on installations, visits, devices and the lifecycle, and the doc comments of `TrackableApp`.

@Suite struct InstallationsTests {
  private enum App: String, Event { case installed, updated, opened, cameBack, left, visitBegan }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")

  @Test func `An installation and a visit are on every event`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mixpanel = RecordingTracker()
    inAnApp {
      let app = TrackableApp(
        folder: folder, installation: .untilReset, visits: .endingAfter(.seconds(1_800)), device: [.appVersion],
        lifecycle: LifecycleEvents(installed: App.installed, opened: App.opened, hasEarlierData: false),
        version: AppVersion("2.1", build: "7"))
      TrackableSystem.bootstrap(mixpanel, root: app)
      app.start()
      // MyApp.App.installed: installationId 5d21…, appVersion 2.1, appBuild 7

      TrackableSystem.applicationWillEnterForeground()  // UIKit tells it on a device
      // MyApp.App.opened: installationId 5d21…, sessionId 9C0A…, sessionNumber 1, appVersion 2.1, appBuild 7
    }
    let events = mixpanel.events.map { event in
      let properties = event.properties.map { property in
        // IDs are random: their keys count.
        property.key.name.hasSuffix("Id") ? "\(property.key.name) …" : "\(property.key.name) \(property.value)"
      }
      return "\(event.name.split(separator: ".").last ?? ""): \(properties.sorted().joined(separator: ", "))"
    }
    #expect(
      events == [
        "installed: appBuild 7, appVersion 2.1, installationId …",
        "opened: appBuild 7, appVersion 2.1, installationId …, sessionId …, sessionNumber 1",
      ])
  }

  @Test func `The doc comments compile`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (mixpanel, didOnboard) = (NoOpTracker(), true)
    struct Segment { let anonymousId = "a1" }
    let segment = Segment()
    inAnApp {
      let app = TrackableApp(
        folder: folder, installation: .untilReset, visits: .endingAfter(.seconds(1_800)),
        device: [.system, .appVersion],
        lifecycle: LifecycleEvents(installed: App.installed, opened: App.opened, hasEarlierData: didOnboard))
      TrackableSystem.bootstrap(mixpanel.requiringConsent(.analytics, from: app.consent), root: app)
      app.start()
    }
    _ = TrackableApp(device: [.system, .model, .appVersion])
    _ = TrackableApp(visits: .endingAfter(.seconds(1_800)))  // sessionId: a random UUID
    // As Amplitude wants it.
    _ = TrackableApp(visits: .endingAfter(.seconds(300), id: VisitPolicy.startInMilliseconds))
    _ = TrackableApp(folder: folder, installation: .untilReset)
    #expect(
      TrackableApp(folder: folder.appending(path: "new"), installation: .untilReset(startingWith: segment.anonymousId))
        .installationID == "a1")
    // Taken over from an SDK.
    _ = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
    _ = LifecycleEvents(
      installed: App.installed, updated: App.updated, opened: App.opened, backgrounded: App.left,
      hasEarlierData: UserDefaults.standard.bool(forKey: "didOnboard"))
  }
}
