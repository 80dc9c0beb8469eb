import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableTesting

// The page on installations, visits, devices and the lifecycle, and the doc comments of `TrackableApp`.

@Suite struct InstallationsTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "app-\(UUID().uuidString)")

  @Test func `An installation and a visit are on every event`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let mixpanel = RecordingTracker()
    inAnApp {
      let app = TrackableApp(
        folder: folder, installation: .untilReset(),
        visits: VisitPolicy(away: .seconds(1_800)),
        device: [.appVersion, .appBuild],
        lifecycle: LifecycleEvents(
          installed: AppEvents.installed, opened: AppEvents.opened,
          hasEarlierData: false),
        version: AppVersion("2.1", build: "7"))
      TrackableSystem.bootstrap(mixpanel, root: app)
      app.start()
      // MyApp.AppEvents.installed: installationId 5d21…, appVersion 2.1,
      //   appBuild 7

      // On a device, the library calls this:
      TrackableSystem.applicationWillEnterForeground()
      // MyApp.AppEvents.opened: installationId 5d21…, sessionId 9C0A…,
      //   sessionNumber 1, appVersion 2.1, appBuild 7
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

  @Test func `The module's page shows what an event carries once the user agrees`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (mixpanel, output) = (RecordingTracker(), Output())
    inAnApp {
      let app = TrackableApp(
        folder: folder, installation: .untilReset(),
        visits: VisitPolicy(away: .seconds(1_800)),
        device: [.appVersion], version: AppVersion("2.1"))
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: app.consent), root: app)
      app.start()

      // When the user has agreed:
      app.consent.update([.analytics: .granted])
      TrackableSystem.track(Events.User.didRateAlbum)
      // MyApp.Events.User.didRateAlbum: installationId 5d21…, appVersion 2.1
      for event in mixpanel.events {
        let properties = event.properties.map { property in
          "\(property.key.name) \(property.key.name == "installationId" ? "5d21…" : "\(property.value)")"
        }
        output.write("\(event.name): \(properties.joined(separator: ", "))")
      }
    }
    #expect(Page("Sources/TrackableApp/TrackableApp.docc/TrackableApp.md").promises(output.text), "\(output.text)")
  }

  @Test func `The doc comments compile`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (mixpanel, didOnboard) = (NoOpTracker(), true)
    inAnApp {
      let app = TrackableApp(
        folder: folder, installation: .untilReset(),
        visits: VisitPolicy(away: .seconds(1_800)),
        device: [.systemName, .appVersion],
        lifecycle: LifecycleEvents(
          installed: AppEvents.installed, opened: AppEvents.opened, hasEarlierData: didOnboard))
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: app.consent), root: app)
      app.start()
    }
    _ =
      LifecycleEvents(
        installed: AppEvents.installed, updated: AppEvents.updated, opened: AppEvents.opened,
        backgrounded: AppEvents.left, hasEarlierData: UserDefaults.standard.bool(forKey: "didOnboard"))
  }

  @Test func `Each choice by itself compiles`() {
    defer { try? FileManager.default.removeItem(at: folder) }
    struct Segment { let anonymousId = "a1" }
    let segment = Segment()
    do {
      let app = TrackableApp(device: [.systemName, .systemVersion, .model, .appVersion])
      #expect(app.trackedProperties["systemName"] != nil)
    }
    do {
      // As Amplitude wants it.
      let app = TrackableApp(visits: VisitPolicy(away: .seconds(300), id: VisitPolicy.startInMilliseconds))
      #expect(app.visitID == nil)
    }
    do {
      let app = TrackableApp(
        folder: folder,
        installation: .untilReset(startingWith: segment.anonymousId))
      #expect(app.installationID == "a1")
    }
    do {
      let app = TrackableApp(folder: folder, installation: .untilReset())
      #expect(app.installationID == "a1")
    }
    do {
      let app = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
      #expect(app.installationID == "a1")
    }
  }

  @Test func `A root of the app's own says the app among its other properties`() {
    final class Root: TrackableClass, Sendable {
      enum Keys: String, Key { case theme }
      let app = TrackableApp(device: [.appVersion], version: AppVersion("2.1"))
      let theme = "dark"

      var trackedProperties: TrackedProperties {
        app.trackedProperties
        Keys.theme ~>> theme
      }
    }
    #expect(Root().trackedProperties.map(\.value) == ["2.1", "dark"])
  }

  @Test func `The time of day is that of a recording`() {
    struct Album { let release = Date(timeIntervalSince1970: 0) }
    let album = Album()
    withRecordedTracking(date: { Date(timeIntervalSince1970: 60) }) { _ in
      let age = TrackableSystem.now.timeIntervalSince(album.release)
      #expect(age == 60)
    }
  }
}

enum AppEvents: String, Event { case installed, updated, opened, cameBack, left, visitBegan }
