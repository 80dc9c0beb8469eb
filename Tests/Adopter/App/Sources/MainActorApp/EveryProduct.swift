import Foundation
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableApp
import TrackableInspector
import TrackablePlan
import TrackableSwiftUI
import TrackableTesting
import TrackableValuePropositions

#if canImport(SwiftUI)
  import SwiftUI
#endif

// Uses every product, and ends with an error if something else arrives than was tracked. It compiles, without a warning
// and with the same outcome for each default isolation, language mode and set of upcoming features.

enum Events {
  enum Album: String, Event { case didOpen, didRate }
  enum Song: String, Event { case didPlay }
}

enum Keys: String, Key { case album, source, song }

@MainActor final class AlbumListScreen {
  var album: String?

  func open(_ album: String) -> AlbumScreen {
    self.album = album
    let screen = AlbumScreen()
    screen.link(to: self) { Keys.source ~>> "list" }
    screen.track(Events.Album.didOpen)
    return screen
  }
}

extension AlbumListScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.album ~>> album }
}

@MainActor final class AlbumScreen {}

extension AlbumScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { Keys.song ~>> "Yesterday" }
  func play() { track(Events.Song.didPlay) }
}

/// Belongs to the default isolation: the main actor, or none.
final class Rating {}

extension Rating: TrackableClass {
  var trackedProperties: TrackedProperties { ["stars" ~>> 5] }
}

struct Listening: ValueProposition {
  let name = "listening"
}

#if canImport(SwiftUI)
  struct AlbumView: View {
    @Environment(\.trackableParent) private var parent

    var body: some View {
      Button("Rate") { parent.track(Events.Album.didRate) }
        .tracksScreen(Events.Album.didOpen)
        .trackedProperties { Keys.album ~>> "Help!" }
        .trackableParent(nil)
    }
  }
#endif

struct Different: Error { let message: String }

@main struct EveryProduct {
  @MainActor static func main() async throws {
    try await withRecordedTracking { recorder in
      let list = AlbumListScreen()
      let screen = list.open("Help!")
      let rating = Rating()
      rating.link(to: screen)
      rating.track(Events.Album.didRate)
      let player = Player()
      player.link(to: list)
      await player.play()
      await TrackableSystem.flush()
      try check(
        recorder.difference(from: [
          .event(Events.Album.didOpen, [Keys.source ~>> "list", Keys.album ~>> "Help!"]),
          .event(Events.Album.didRate, ["stars" ~>> 5, Keys.source ~>> "list", Keys.album ~>> "Help!"]),
          .event(Events.Song.didPlay, [Keys.song ~>> "Yesterday", Keys.album ~>> "Help!"]),
        ]))
      withExtendedLifetime(screen) {}
    }

    let inspector = Inspector(title: "Every product")
    TrackableSystem.withTracker(NoOpTracker().inspected(by: inspector)) { _ = AlbumListScreen().open("Help!") }
    try check(inspector.makeReport().html.contains("didOpen") ? nil : "The report lacks an event.")

    try await withRecordedTracking { recorder in
      let hub = TrackerHub([recorder])
      hub.start()
      hub.track(Events.Album.didOpen)
      await hub.flush()
      try check(recorder.difference(from: [.event(Events.Album.didOpen)]))

      recorder.removeAll()
      let session = ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) {
        TrackingContext().open(Listening())
      }
      session.start()
      session.complete()
      try check(recorder.events.map(\.name) == ["listening", "listening", "listening"] ? nil : "\(recorder.events)")
    }
    let collector = ServiceFormat.openTelemetry(at: "collector.example", service: "player")
    try check(collector.url.host() == "collector.example" ? nil : "\(collector)")
    let folder = FileManager.default.temporaryDirectory.appending(path: "every-product-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let memory = UserMemory(file: folder.appending(path: "memory/user.json"))
    let passed = OnceMemory(file: folder.appending(path: "memory/once.json"))
    let recorder = RecordingTracker()
    let once = recorder.once(per: .day(in: passed), Events.Album.didRate)
      .requiringConsent(.analytics, from: memory.consent)
    memory.consent.grant(.analytics)
    for _ in 1...2 { once.track(Events.Album.didRate) }
    let next = UserMemory(file: folder.appending(path: "memory/user.json"))
    try check(
      recorder.events.count == 1 && next.consent.status(of: .analytics) == .granted ? nil : "\(recorder.events)")

    guard let nobody = URL(string: "http://127.0.0.1:9") else { throw Different(message: "That is no URL.") }
    let destination = try HTTPDestination(.clickHouse(at: WireServer(nobody)), name: "Warehouse", folder: folder)
    let hub = TrackerHub([destination])
    hub.start()
    hub.track(Events.Album.didRate)
    await hub.shutdown()
    // No tracker was there to take it.
    try check(hub.ledger.entries[0].stored == 1 ? nil : "\(hub.ledger)")
    print("Everything arrived.")
  }

  static func check(_ difference: String?) throws {
    if let difference { throw Different(message: difference) }
  }
}
