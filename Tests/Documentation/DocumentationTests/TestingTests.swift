import Foundation
import Testing
import Trackable
import TrackableTesting

// The pages of TrackableTesting: on testing, and on reports.

enum TestingPage {
  enum Keys: String, Key { case song }
  enum Events { enum Player: String, Event { case didPlay } }

  final class SongPlayer: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}

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

    @Test func `Mixpanel keeps the promises of a destination`() async {
      let conformance = TrackerConformance { record in
        Mixpanel(
          service: FakeService { record(.event(name: $0, properties: $1)) })
      }
      #expect(await conformance.failures() == [])
    }
  }
}
