import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct IsolationTests {
  @Test func `An event on an actor has what its main-actor screen computes, once it was flushed`() async {
    let albumList = AlbumListVC()
    await withRecordedTracking { recorder in
      let player = Player()
      player.link(to: albumList)  // a screen, on the main actor
      await player.pause()
      await TrackableSystem.flush()
      // MyApp.Events.Player.paused: albumName "Imagine"
      Page(article: "Isolation").expectOutput {
        for event in recorder.events { print("\(event.name): \(event.properties.spoken)") }
      }
    }
  }

  @Test func `A parent behind a protocol is linked, and is of any class`() {
    let (child, coordinator) = (AlbumDetailVC(), Coordinating())
    let parent: (any Coordinator & Sendable)? = coordinator
    child.link(to: parent)
    withRecordedTracking { recorder in
      child.track(Events.Player.paused)
      #expect(recorder.events[0].properties == [Keys.row ~>> 3])
    }
  }
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}

  func pause() { track(Events.Player.paused) }
}

protocol Coordinator: TrackableClass {}

@MainActor private final class Coordinating: @MainActor Coordinator {
  var trackedProperties: TrackedProperties { Keys.row ~>> 3 }
}
