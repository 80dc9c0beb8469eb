import Synchronization
import Testing
import Trackable
import TrackableTesting

// The pages on actors and freshness, on isolation, on the order of events, and on lifetimes.

private enum ActorsAndFreshnessPage {
  typealias Upload = Plain

  @MainActor final class Screen: @MainActor TrackableClass {
    var page = 0
    var trackedProperties: TrackedProperties { Keys.page ~>> page }
  }

  /// Belongs to the actor that made it.
  final class Draft: TrackableClass {
    var trackedProperties: TrackedProperties {}

    func save(isolation: isolated (any Actor)? = #isolation) {
      track(Events.Upload.saved)  // on the caller's actor
    }
  }

  actor Writer: TrackableClass {
    private let page = Mutex(0)
    private let draft = Draft()
    nonisolated var trackedProperties: TrackedProperties { Keys.page ~>> page.withLock { $0 } }

    func write() {
      draft.link(to: self)
      draft.save()
      page.withLock { $0 = 1 }
      track(Events.Upload.finished)
    }
  }

  @MainActor @Suite struct ActorsAndFreshnessTests {
    private let screen = Screen()

    @Test func `A parent is live, and a context is frozen`() async {
      await withRecordedTracking { recorder in
        let live = Upload()
        let frozen = Upload()
        // An object, which is read for each event:
        live.link(to: screen)
        // A value, which is read now:
        frozen.link(to: screen.makeTrackingContext())

        screen.page = 1
        let uploads = Task { @concurrent in
          frozen.track(Events.Upload.finished)  // waits for nothing
          live.track(Events.Upload.finished)  // waits for the main actor
        }
        screen.page = 2
        await uploads.value
        await TrackableSystem.flush()
        // page 0, then page 2
        let spoken = recorder.events.map(\.properties.spoken).joined(separator: ", then ")
        Page(article: "ActorsAndFreshness").expect([spoken])
      }
    }

    @Test func `A method that hands its isolation on tracks where its caller runs`() async {
      await withRecordedTracking { recorder in
        await Writer().write()
        #expect(recorder.events.map { $0.properties[Keys.page] } == [.int(0), .int(1)])
        #expect(recorder.events.map { $0.name.split(separator: ".").last } == ["saved", "finished"])
      }
    }

    @Test func `A link's property freezes a part, and leaves the rest live`() {
      let upload = Upload()
      upload.link(to: screen) { Keys.page ~>> screen.page }
      screen.page = 2
      #expect(upload.explainTracking(of: Events.Upload.finished).properties == [Keys.page ~>> 0])
    }

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

    @Test func `An event carries the user of its call`() {
      let screen = AlbumListVC()
      Page(article: "Order").expectOutput {
        TrackableSystem.bootstrap(ClosureTracker { print("\($0.name), \($0.userID ?? "no user")") })
        TrackableSystem.identify("john")
        screen.track(Events.Player.paused)
        TrackableSystem.reset()
        screen.track(Events.Player.paused)
        // MyApp.Events.Player.paused, john
        // MyApp.Events.Player.paused, no user
      }
    }

    @Test func `An ancestor that is gone is named by the event, and reported, but not below its context`() {
      let (other, checkout) = (AlbumDetailVC(), AlbumDetailVC())
      var cart: AlbumListVC? = AlbumListVC()
      if let cart { checkout.link(to: cart.makeTrackingContext()) }
      withRecordedTracking { recorder in
        other.link(to: cart)  // `cart` computes albumName
        other.rate()
        cart = nil
        other.rate()
        // properties: [], unread: [AlbumListVC (1)]
        #expect(recorder.events[0].properties == [Keys.albumName ~>> "Imagine"])
        let event = recorder.events[1]
        Page(article: "Lifetime").expect(["properties: \(event.properties), unread: \(event.unread)"])
        checkout.rate()
        #expect(recorder.events[2].properties == [Keys.albumName ~>> "Imagine"] && recorder.events[2].unread.isEmpty)
        #expect(recorder.issues.map(\.kind) == [.ancestorGone])
      }
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
