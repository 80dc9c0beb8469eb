import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableTesting

// The page on installations, visits, devices and the lifecycle, and the doc comments of `TrackableApp`.

@Suite final class InstallationsTests: FolderSuite {
  private let mixpanel = RecordingTracker()

  /// The events, with one ID for all random ones.
  private var events: [(name: String, properties: [String])] {
    mixpanel.events.map { event in
      let properties = event.properties.map { property in
        property.key.name.hasSuffix("Id") ? "\(property.key.name) 5d21…" : "\(property.key.name) \(property.value)"
      }
      return (event.name.replacing("DocumentationTests.", with: "MyApp."), properties)
    }
  }

  @Test func `An installation and a visit are on every event`() {
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
    #expect(events.map(\.name) == ["MyApp.AppEvents.installed", "MyApp.AppEvents.opened"])
    let first: Set = ["installationId 5d21…", "appVersion 2.1", "appBuild 7"]
    #expect(events.map { Set($0.properties) } == [first, first.union(["sessionId 5d21…", "sessionNumber 1"])])
  }

  @Test func `The module's page shows what an event carries once the user agrees`() {
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
    }
    let lines = events.map { "\($0.name): \($0.properties.joined(separator: ", "))" }
    Page(article: "TrackableApp", of: "TrackableApp").expect(lines)
  }

  @Test func `The doc comments compile`() {
    let didOnboard = true
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
    shown {
      LifecycleEvents(
        installed: AppEvents.installed, updated: AppEvents.updated, opened: AppEvents.opened,
        backgrounded: AppEvents.left, hasEarlierData: UserDefaults.standard.bool(forKey: "didOnboard"))
    }
  }

  @Test func `Each choice by itself compiles`() {
    let segment = (anonymousId: "a1", source: "Segment")
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
      let app = TrackableApp(folder: folder, installation: .forGood(startingWith: segment.anonymousId))
      #expect(app.installationID == "a1")
    }
  }

  @Test func `A root of the app's own says the app among its other properties`() {
    final class Root: TrackableClass, Sendable {
      let app = TrackableApp(device: [.appVersion], version: AppVersion("2.1"))
      let theme = "dark"

      var trackedProperties: TrackedProperties {
        app.trackedProperties
        Keys.theme ~>> theme
      }
    }
    #expect(Root().trackedProperties.map(\.value) == ["2.1", "dark"])
  }
}

enum AppEvents: String, Event { case installed, updated, opened, cameBack, left, visitBegan }
