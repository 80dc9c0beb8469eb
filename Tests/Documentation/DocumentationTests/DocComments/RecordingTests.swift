import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The doc comments of Sources/TrackableTesting.

enum RecordingDoc {
  final class Player: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
    func play() { DispatchQueue.global().async { self.refresh() } }
    func refresh() { track(Events.Player.didPlay) }
  }

  /// In XCTest: https://developer.apple.com/documentation/xctest/xctassertnil(_:_:file:line:)
  private static func XCTAssertNil(_ value: Any?) { #expect(value == nil) }

  private static let expected: [TrackingExpectation] = {
    [
      .identify("john", traits: [Keys.plan ~>> "premium"]),
      .event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true]),
      .event(PaymentSent(amount: 20), containing: [Keys.src ~>> "wallet"]),
      .userProperty(Email(value: "john@apple.records")),
      .reset,
    ]
  }()

  @MainActor @Suite struct RecordingDocTests {
    @Test func `Rating an album is tracked`() {
      withRecordedTracking { recorder in
        AlbumDetailVC().rate()
        #expect(recorder.difference(from: [.event(Events.User.didRateAlbum)]) == nil)
      }
    }

    @Test func `Time passes when a test advances the clock`() async {
      let attempts = Output()
      let mixpanel = RecordingTracker().destination {
        attempts.write("attempt")
        if attempts.lines.count == 1 { throw CancellationError() }
      }
      await inAnApp {  // That configuring is tried again is an issue, too.
        let clock = ManualClock()
        let hub = TrackerHub([mixpanel], clock: clock)
        hub.start()
        await clock.sleeps(1)  // the hub pauses after a failure
        clock.advance(by: .seconds(2))
        await hub.shutdown()
      }
      #expect(attempts.lines.count == 2)
    }

    @Test func `A test waits for who waits`() async {
      let (clock, recorder) = (ManualClock(), RecordingTracker())
      let next = Task { try await recorder.next(within: .seconds(5), clock: clock) }
      await clock.sleeps(1) { $0 == .seconds(5) }  // the code waits with a timeout of five seconds
      clock.advance(by: .seconds(5))
      await #expect(throws: (any Error).self) { try await next.value }
    }

    @Test func `Recordings are compared with expectations, at a time that the test chooses`() {
      let album = (name: "Imagine", release: Date(timeIntervalSince1970: 0))
      withRecordedTracking(date: { Date(timeIntervalSince1970: 60) }) { recorder in
        let age = TrackableSystem.now.timeIntervalSince(album.release)
        #expect(age == 60)
        let named: TrackedProperties = [Keys.albumName ~>> "Imagine"]
        TrackableSystem.track(Events.User.didRateAlbum, trackedProperties: named)
        #expect(recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])]) == nil)
        recorder.removeAll()
        TrackableSystem.reset()
        TrackableSystem.identify("john")
        XCTAssertNil(recorder.difference(from: [.identify("john"), .reset], inAnyOrder: true))
        recorder.removeAll()
        TrackableSystem.identify("john", traits: [Keys.plan ~>> "premium"])
        TrackableSystem.track(Events.User.didRateAlbum, trackedProperties: named + [Keys.userLikesAlbum ~>> true])
        TrackableSystem.track(PaymentSent(amount: 20), trackedProperties: [Keys.src ~>> "wallet", "note" ~>> "thanks"])
        Email(value: "john@apple.records").update()
        TrackableSystem.reset()
        #expect(recorder.difference(from: expected) == nil)
      }
    }

    @Test func `Code that leaves the task is waited for, and recorded`() async throws {
      let (player, model, queue) = (Player(), Player(), DispatchQueue(label: "model"))
      try await withRecordedTracking { recorder in
        player.deliver(to: recorder)  // all events of the player and everything below it
        player.play()  // tracks from a queue, sooner or later
        let event = try await recorder.next { $0.name == Events.Player.didPlay.name }
        #expect(event.properties.isEmpty)
        queue.async { recorder.run { model.refresh() } }
        try await recorder.next()
        #expect(recorder.events.count == 2)
      }
    }
  }
}
