import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub
import TrackableTesting

// The README.

/// Compiled and not run: it would connect to a service.
private enum ReadmePage {
  struct Tracking {
    let app = TrackableApp(  // remembers user and consent
      folder: URL.applicationSupportDirectory.appending(path: "tracking"))
    let hub: TrackerHub

    init() throws {
      let segment = try HTTPDestination(.segment(writeKey: "…"))
      hub = TrackerHub([
        segment.requiringConsent(.analytics, from: app.consent)
      ])
      TrackableSystem.bootstrap(hub, root: app, naming: .droppingModule)
      app.start()
      hub.start()
    }
  }
}

/// The names as the README declares them; the app of all pages has more keys.
private enum ReadmeNames {
  enum Events { enum User: String, Event { case didRateAlbum } }
  enum Keys: String, Key { case albumName, previousVC }
}

@MainActor @Suite struct ReadmeTests {
  private let readme = Page("README.md")
  private let albumList = AlbumListVC()
  private let detail = AlbumDetailVC()

  @Test func `The first lines print what the README says`() {
    readme.expectOutput {
      TrackableSystem.bootstrap(ConsoleTracker(level: .verbose, log: { print($0) }))
      // Where the list shows the detail (a link keeps no object alive):
      detail.link(to: albumList) { Keys.previousVC ~>> "Album list" }
      detail.rate()
    }
  }

  @Test func `Events wait for the user's decision, a denial deletes them, and the next launch knows it`() async throws {
    let (segment, ads) = (RecordingTracker(), RecordingTracker())
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    func launch(_ work: (TrackerHub, Consent) async -> Void) async {
      await inAnApp {
        let app = TrackableApp(folder: folder)
        let hub = TrackerHub([
          segment.requiringConsent(.analytics, from: app.consent),
          ads.requiringConsent(.advertising, from: app.consent),
        ])
        TrackableSystem.bootstrap(hub, root: app, naming: .droppingModule)
        app.start()
        hub.start()
        detail.rate()
        await work(hub, app.consent)
        await hub.shutdown()
      }
    }
    await launch { hub, consent in
      #expect(hub.ledger.entries.map(\.held) == [1, 1])
      consent.update([.analytics: .granted, .advertising: .denied])
    }
    await launch { _, consent in #expect(consent.status(of: .analytics) == .granted) }
    #expect(segment.events.map(\.name) == ["Events.User.didRateAlbum", "Events.User.didRateAlbum"])
    #expect(ads.events.isEmpty)
  }

  @Test func `What has arrived is delivered, and what waits for a network is stored, as the README's ledger says`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await readme.expectOutput {
      let segment = try HTTPDestination(
        .segment(writeKey: "…", at: "readme.example"), name: "api.segment.io", folder: folder,
        session: Network.session)
      let hub = TrackerHub([segment])
      TrackableSystem.bootstrap(hub)
      hub.start()
      detail.rate()
      await hub.flush()
      Network.unreachable.withLock { _ = $0.insert("readme.example") }
      detail.rate()
      await hub.flush()
      // Did it arrive?
      print(hub.ledger)
      // destination     accepted  = waiting  + stored  + delivered  + dropped
      // api.segment.io         2          0         1            1          0
      await hub.shutdown()
    }
  }

  @Test func `A test of an album passes, and fails for another one with the README's words`() {
    withRecordedTracking { recorder in
      detail.link(to: albumList)
      detail.rate()
      let difference = recorder.difference(from: [
        .event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])
      ])
      #expect(difference == nil)
    }
    albumList.selectedAlbum = Album(name: "Help!")
    withRecordedTracking { recorder in
      detail.rate()
      let difference = recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])])
      readme.expect(difference: difference)
    }
  }
}
