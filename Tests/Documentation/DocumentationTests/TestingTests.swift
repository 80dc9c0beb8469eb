import Foundation
import Testing
import Trackable
import TrackableTesting

// The pages of TrackableTesting: on testing, and on reports.

enum TestingPage {
  enum Keys: String, Key { case plan, song, albumName, userLikesAlbum }
  enum Events {
    enum Player: String, Event { case didPlay }
    enum Timer: String, Event { case started, stopped }
    enum User: String, Event { case didRateAlbum }
  }

  struct Account {
    func logIn(_ name: String) { TrackableSystem.identify(name, traits: [Keys.plan ~>> "premium"]) }
  }

  struct Timer {
    func start() { Events.Timer.started.trigger() }
    func stop() { Events.Timer.stopped.trigger() }
  }

  /// A library whose player tracks from a queue, as a player's callbacks come.
  @MainActor final class LibraryScreen: @MainActor TrackableClass {
    private(set) var album: String?
    private var player: SongPlayer?
    var trackedProperties: TrackedProperties { Keys.albumName ~>> album }

    func open(_ name: String) -> SongPlayer {
      album = name
      let player = SongPlayer()
      player.link(to: self)
      self.player = player
      return player
    }
  }

  final class SongPlayer: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
    func play(_ song: String) {
      DispatchQueue.global().async { self.track(Events.Player.didPlay, trackedProperties: [Keys.song ~>> song]) }
    }

    /// Plays twice, in the system of a recording.
    func play(_ song: String, in recorder: RecordingTracker) {
      for _ in 1...2 {
        DispatchQueue.global().async {
          recorder.run { self.track(Events.Player.didPlay, trackedProperties: [Keys.song ~>> song]) }
        }
      }
    }
  }

  /// What stands for a vendor's library.
  struct FakeService: Sendable {
    let send: @Sendable (String, TrackedProperties) -> Void
  }

  struct Mixpanel: AnalyticsEventTracker {
    let service: FakeService
    func track(_ event: TrackedEvent) { service.send(event.name, event.properties) }
  }

  @MainActor @Suite struct TestingTests {
    @Test func `Each test has a system of its own`() {
      withRecordedTracking { recorder in
        Account().logIn("john")
        #expect(recorder.difference(from: [.identify("john", traits: [Keys.plan ~>> "premium"])]) == nil)
      }
    }

    @Test func `A test waits for a later call`() async throws {
      let tracking = try await withRecordedTracking { recorder in
        SongPlayer().play("Yesterday", in: recorder)
        try await recorder.next(
          .event(Events.Player.didPlay, containing: [Keys.song ~>> "Yesterday"]))
        let event = try await recorder.next {
          $0.name == Events.Player.didPlay.name
        }
        return event.properties
      }
      #expect(tracking[Keys.song] == "Yesterday")
    }

    @MainActor @Test func `The event of a song carries its album`() async throws {
      TrackableSystem.readTimeout = .seconds(300)
      try await withRecordedTracking { recorder in
        let library = LibraryScreen()
        library.deliver(to: recorder)
        library.open("Help!").play("Yesterday")  // tracks from a DispatchQueue
        try await recorder.next(
          .event(Events.Player.didPlay, [Keys.song ~>> "Yesterday", Keys.albumName ~>> "Help!"]))
        withExtendedLifetime(library) {}  // nothing else keeps it: an app's screens are on its stack
      }
    }

    @Test func `Issues that a test looks at are its own`() {
      withRecordedTracking { recorder in
        let twice = [Keys.song ~>> "Yesterday", Keys.song ~>> "Help!"]
        AlbumDetailVC().track(Events.Player.didPlay, trackedProperties: TrackedProperties(twice))
        #expect(recorder.issues.map(\.kind) == [.duplicateKey])
      }
    }

    @Test func `The clock of the recording tells timestamps`() {
      let timer = Timer()
      let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
      withRecordedTracking(clock: clock) { recorder in
        timer.start()
        clock.advance(by: .seconds(90))
        timer.stop()
        #expect(recorder.events.map(\.timestamp.timeIntervalSince1970) == [0, 90])
      }
    }

    @Test func `Mixpanel keeps the promises of a destination`() async {
      let conformance = TrackerConformance { record in
        Mixpanel(
          service: FakeService { record(.event(name: $0, properties: $1)) })
      }
      #expect(await conformance.failures() == [])
    }
  }
}
