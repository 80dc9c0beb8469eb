import Dispatch
import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The doc comments of Sources/TrackableTesting.

@MainActor @Suite struct RecordingAnAlbumTests {
  @Test func `Rating an album is tracked`() {
    withRecordedTracking { recorder in
      AlbumDetailVC().rate()
      #expect(recorder.difference(from: [.event(Events.User.didRateAlbum)]) == nil)
    }
  }
}

enum RecordingDoc {
  enum Keys: String, Key { case albumName, userLikesAlbum, plan, src, amount }
  enum Events {
    enum User: String, Event { case didRateAlbum }
    enum Player: String, Event { case didPlay }
  }

  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    var properties: TrackedProperties { [Keys.amount ~>> amount] }
  }

  struct Email: UserProperty { let value: String }

  final class Player: TrackableClass, Sendable {
    let recorder: RecordingTracker?
    init(_ recorder: RecordingTracker? = nil) { self.recorder = recorder }

    var trackedProperties: TrackedProperties {}

    func play() {
      DispatchQueue.global().async {
        guard let recorder = self.recorder else { return self.track(Events.Player.didPlay) }
        recorder.run { self.track(Events.Player.didPlay) }
      }
    }
    func refresh() { track(Events.Player.didPlay) }
  }

  /// A destination whose first attempt to be configured fails.
  struct Late: AnalyticsDestination {
    let attempts = Output()
    func configure() async throws {
      attempts.write("attempt")
      struct Failure: Error {}
      if attempts.lines.count == 1 { throw Failure() }
    }
    func track(_ event: TrackedEvent) {}
  }

  /// In XCTest: https://developer.apple.com/documentation/xctest/xctassertnil(_:_:file:line:)
  private static func XCTAssertNil(_ expression: @autoclosure () -> Any?) {
    let value = expression()
    #expect(value == nil)
  }

  private static let expected: [TrackingExpectation] = {
    [
      .identify("john", traits: [Keys.plan ~>> "premium"]),
      .event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true]),
      .event(PaymentSent(amount: 20), containing: [Keys.src ~>> "wallet"]),
      .userProperty(Email(value: "john@apple.records")),
      .reset,
    ]
  }()

  @Suite struct RecordingDocTests {
    @Test func `Time passes when a test advances the clock`() async {
      let mixpanel = Late()
      await inAnApp {  // That configuring is tried again is an issue, too.
        let clock = ManualClock()
        let hub = TrackerHub([mixpanel], clock: clock)
        hub.start()
        await clock.sleeps(1)  // the hub pauses after a failure
        clock.advance(by: .seconds(2))
        await hub.shutdown()
      }
      #expect(mixpanel.attempts.lines.count == 2)
    }

    @Test func `A test waits for who waits`() async {
      let (clock, recorder) = (ManualClock(), RecordingTracker())
      let next = Task { try await recorder.next(within: .seconds(5), clock: clock) }
      await clock.sleeps(1) { $0 == .seconds(5) }  // the code waits with a timeout of five seconds
      clock.advance(by: .seconds(5))
      await #expect(throws: (any Error).self) { try await next.value }
    }

    @Test func `Recordings are compared with expectations`() {
      let page = TrackingContext()
      withRecordedTracking { recorder in
        page.track(Events.User.didRateAlbum, trackedProperties: [Keys.albumName ~>> "Imagine"])
        #expect(recorder.difference(from: [.event(Events.User.didRateAlbum, [Keys.albumName ~>> "Imagine"])]) == nil)
        recorder.removeAll()
        TrackableSystem.reset()
        TrackableSystem.identify("john")
        XCTAssertNil(recorder.difference(from: [.identify("john"), .reset], inAnyOrder: true))
      }
    }

    @Test func `Every delivery can be expected`() {
      let difference = withRecordedTracking { recorder in
        TrackableSystem.identify("john", traits: [Keys.plan ~>> "premium"])
        let album = [Keys.albumName ~>> "Imagine", Keys.userLikesAlbum ~>> true]
        TrackingContext().track(Events.User.didRateAlbum, trackedProperties: TrackedProperties(album))
        let payment: TrackedProperties = [Keys.src ~>> "wallet", "note" ~>> "thanks"]
        TrackingContext().track(PaymentSent(amount: 20), trackedProperties: payment)
        Email(value: "john@apple.records").update()
        TrackableSystem.reset()
        return recorder.difference(from: expected)
      }
      #expect(difference == nil)
    }

    @Test func `A test waits for a later call`() async throws {
      let name = try await withRecordedTracking { recorder in
        let player = Player(recorder)
        player.play()  // tracks from a queue, sooner or later
        let event = try await recorder.next { $0.name == Events.Player.didPlay.name }
        return event.name
      }
      #expect(name == Events.Player.didPlay.name)
    }

    @Test func `Code that leaves the task is recorded`() async throws {
      let (player, model, queue) = (Player(), Player(), DispatchQueue(label: "model"))
      try await withRecordedTracking { recorder in
        player.deliver(to: recorder)  // all events of the player and everything below it
        player.play()
        try await recorder.next()
        queue.async { recorder.run { model.refresh() } }
        try await recorder.next()
        #expect(recorder.events.count == 2)
      }
    }
  }
}
