import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

// The doc comments of Sources/TrackableValuePropositions. SwiftUI's part is in Tests/Documentation/SwiftUIDeclarations.

extension ValuePropositionTrigger { static let remoteControl: Self = "remoteControl" }

enum SessionsDoc {
  enum Events { enum Page: String, Event { case loaded, read } }
  enum Keys: String, Key { case bytes, readingTime }
  struct Rating: AnalyticsEventAttributes { let stars: Int }

  /// What stands for a vendor's library.
  enum SDK {
    @TaskLocal static var output = Output()
    static func trackView(_ name: String, for time: Duration) { output.write("\(name) \(time)") }
  }

  struct Partner: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      if let watching = event.base as? ValuePropositionEvent<WatchingVideo>, watching.status == .complete {
        SDK.trackView(watching.proposition.attributes.videoName, for: watching.timeActive)
      }
    }
  }

  @MainActor final class Player: @MainActor TrackableClass {
    private(set) var session: ValuePropositionSession?
    var trackedProperties: TrackedProperties {}

    func watch(_ video: WatchingVideo.Attributes) {
      session = open(WatchingVideo(video), trigger: .clicked)
    }

    func start(_ watchingVideo: WatchingVideo) {
      track(for: watchingVideo, with: .open(trigger: .clicked))
      track(for: watchingVideo, with: .start())
    }

    func load(_ clock: ManualClock) {
      let load = startTiming(Events.Page.loaded)

      clock.advance(by: .milliseconds(350))

      load.end()  // Events.Page.loaded: duration 0.35

      let read = startTiming(Events.Page.read, as: Keys.readingTime, in: .minutes, pausesInBackground: true)
      read.cancel()
    }
  }

  @MainActor @Suite struct SessionsDocTests {
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
    private let watchingVideo = WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240))

    /// The events of an operation in a visit of its own.
    private func recorded(_ operation: (RecordingTracker) -> Void) -> [TrackedEvent] {
      withRecordedTracking { recorder in
        ValuePropositionSessions.$current.withValue(ValuePropositionSessions(clock: clock, makeID: { "6F1C…" })) {
          operation(recorder)
        }
        return recorder.events
      }
    }

    private func statuses(_ events: [TrackedEvent]) -> [TrackedValue?] { events.map { $0.properties["status"] } }

    @Test func `A session tells how long it took`() {
      let page = AlbumDetailVC()
      let events = recorded { _ in
        let session = page.open(
          WatchingVideo(
            attributes: .init(videoName: "Learning Swift", duration: 3240)))
        session.start()

        clock.advance(by: .seconds(1830.5))

        session.complete()  // half an hour later
        // watchingVideo: videoName "Learning Swift", status completed, secondsActive 1830.5, …
      }
      let last = events.last?.properties
      #expect(statuses(events) == ["opened", "started", "completed"])
      #expect(last?["videoName"] == "Learning Swift" && last?["secondsActive"] == 1830.5)
      let order = last?.map(\.key.name).filter { ["videoName", "status", "secondsActive"].contains($0) }
      #expect(order == ["videoName", "status", "secondsActive"], "\(order ?? [])")
    }

    @Test func `Each change of status sends one event`() {
      let page = AlbumDetailVC()
      let events = recorded { _ in
        let session = page.open(watchingVideo, trigger: .clicked)
        session.start()
        session.pause(trigger: .clicked, attributes: ["position": 312.5])
        session.start()
        session.complete(trigger: .automatically)
      }
      #expect(statuses(events) == ["opened", "started", "paused", "started", "completed"])
      #expect(events[2].properties["position"] == 312.5)
    }

    @Test func `Steps without a handle, and from another object`() {
      let (page, miniPlayer, player) = (AlbumDetailVC(), AlbumDetailVC(), Player())
      let events = recorded { recorder in
        page.track(for: watchingVideo, with: .open(trigger: .remoteControl))
        page.track(for: watchingVideo, with: .start())
        page.track(for: watchingVideo, with: .pause(trigger: .clicked, attributes: ["position": 312.5]))
        page.track(for: watchingVideo, with: .start())
        page.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: Rating(stars: 5)))
        player.start(watchingVideo)
        player.watch(watchingVideo.attributes)
        if let session = player.session {
          session.start()
          miniPlayer.track(for: session, with: .pause(trigger: .clicked))
          session.cancel()
        }
        #expect(recorder.issues.isEmpty)
      }
      #expect(
        statuses(events) == [
          "opened", "started", "paused", "started", "completed", "opened", "started", "opened", "started", "paused",
          "canceled",
        ])
      #expect(events[0].properties["trigger"] == "remoteControl" && events[4].properties["stars"] == 5)
    }

    @Test func `The error of a prohibited step has the words of the comment`() {
      let page = AlbumDetailVC()
      let output = Output()
      _ = recorded { recorder in
        let session = page.open(watchingVideo)
        session.pause()
        for case .report(let error, _) in recorder.deliveries { output.write("\(error)") }
        session.cancel()
        _ = recorder.issues
      }
      #expect(
        Page("Sources/TrackableValuePropositions/ValuePropositionError.swift").promises(output.text), "\(output.text)")
    }

    @Test func `An event is timed`() {
      let page = AlbumDetailVC()
      let events = recorded { _ in
        let load = page.startTiming(Events.Page.loaded)

        clock.advance(by: .milliseconds(350))

        load.end(trackedProperties: [Keys.bytes ~>> 20_480])
        // Events.Page.loaded: bytes 20480, duration 0.35

        Player().load(clock)
      }
      #expect(events.map(\.properties.spoken) == ["bytes 20480, duration 0.35", "duration 0.35"])
    }

    @Test func `A destination reads the event, typed`() {
      let output = Output()
      let clock = clock
      SDK.$output.withValue(output) {
        TrackableSystem.withTracker(Partner()) {
          ValuePropositionSessions.$current.withValue(ValuePropositionSessions(clock: clock)) {
            let session = AlbumDetailVC().open(watchingVideo)
            session.start()
            clock.advance(by: .seconds(60))
            session.complete()
          }
        }
      }
      #expect(output.lines == ["Learning Swift 60.0 seconds"])
    }
  }
}

extension WatchingVideo {
  fileprivate init(_ video: Attributes) { self.init(attributes: video) }
}
