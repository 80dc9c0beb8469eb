import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct IsolationTests {
  private enum Events { enum Player: String, Event { case paused } }

  actor Player: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}

    func pause() { track(Events.Player.paused) }
  }

  @Test func `An event on an actor has what its main-actor screen computes, once it was flushed`() async {
    let (albumList, output) = (AlbumListVC(), Output())
    await withRecordedTracking { recorder in
      let player = Player()
      player.link(to: albumList)  // a screen, on the main actor
      await player.pause()
      await TrackableSystem.flush()
      // MyApp.Events.Player.paused: albumName "Imagine"
      for event in recorder.events {
        output.write("\(event.name.replacing("IsolationTests.", with: "")): \(event.properties.spoken)")
      }
      #expect(recorder.events.map(\.properties) == [[Keys.albumName ~>> "Imagine"]])
    }
    #expect(Page(article: "Isolation").promises(output.text), "\(output.text)")
  }

  @Test func `A parent behind a protocol is linked, and is of any class`() {
    let (child, coordinator) = (Coordinated(), Coordinating())
    child.coordinator = coordinator
    child.link(to: child.coordinator)
    withRecordedTracking { recorder in
      child.track(Events.Player.paused)
      #expect(recorder.events[0].properties == [Keys.row ~>> 3])
    }
  }
}

protocol Coordinator: TrackableClass {}

@MainActor private final class Coordinating {}

extension Coordinating: @MainActor Coordinator {
  var trackedProperties: TrackedProperties { Keys.row ~>> 3 }
}

@MainActor private final class Coordinated {
  weak var coordinator: (any Coordinator & Sendable)?
}

extension Coordinated: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}
