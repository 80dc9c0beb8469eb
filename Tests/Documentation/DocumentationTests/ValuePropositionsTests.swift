import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

// The page of TrackableValuePropositions, and its doc comments. SwiftUI's part is in Tests/Documentation/SwiftUIDeclarations.

struct WatchingVideo: ValueProposition {
  let name = "watchingVideo"
  let attributes: Attributes
  struct Attributes: AnalyticsEventAttributes {
    let videoName: String, duration: Double
  }
}

extension ValuePropositionTrigger { static let remoteControl: Self = "remoteControl" }

extension WatchingVideo {
  fileprivate init(_ video: Attributes) { self.init(attributes: video) }
}

enum SessionsDoc {
  struct Rating: AnalyticsEventAttributes { let stars: Int }

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

    func watch(_ video: WatchingVideo.Attributes, _ watchingVideo: WatchingVideo) {
      session = open(WatchingVideo(video), trigger: .clicked)

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
    private let page = AlbumDetailVC()
    private let player = Player()
    private let clock = ManualClock(date: Date(timeIntervalSince1970: 0))
    private let watchingVideo = WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240))

    /// The events of an operation in a visit of its own, with their statuses.
    private func recorded(_ operation: (RecordingTracker) -> Void) -> (events: [TrackedEvent], statuses: [String]) {
      withRecordedTracking { recorder in
        ValuePropositionSessions.$current.withValue(ValuePropositionSessions(clock: clock, makeID: { "6F1C…" })) {
          operation(recorder)
        }
        return (recorder.events, recorder.events.map { "\($0.properties["status"] ?? .null)" })
      }
    }

    @Test func `A session says how long it took, and where the user came from`() {
      let page = AlbumListVC()
      let (events, statuses) = recorded { _ in
        do {
          let session = page.open(
            WatchingVideo(
              attributes: .init(videoName: "Learning Swift", duration: 3240)))
          session.start()

          clock.advance(by: .seconds(1830.5))

          // Half an hour later:
          session.complete()
          // watchingVideo: videoName "Learning Swift", status completed,
          //   secondsActive 1830.5, and the properties of the chain
        }
        let session = page.open(
          WatchingVideo(
            attributes: .init(videoName: "Learning Swift", duration: 3240)))
        session.start()

        session.complete()  // half an hour later
        // watchingVideo: videoName "Learning Swift", status completed, secondsActive 1830.5, …
      }
      #expect(statuses == ["opened", "started", "completed", "opened", "started", "completed"])
      let last = events[2]
      #expect(last.name == "watchingVideo" && last.properties[Keys.albumName] == "Imagine")
      #expect(last.properties["videoName"] == "Learning Swift" && last.properties["secondsActive"] == 1830.5)
    }

    @Test func `Each change of status sends one event`() {
      let (events, statuses) = recorded { _ in
        let session = page.open(watchingVideo, trigger: .clicked)
        session.start()
        session.pause(trigger: .clicked, attributes: ["position": 312.5])
        session.start()
        session.complete(trigger: .automatically)
      }
      #expect(statuses == ["opened", "started", "paused", "started", "completed"])
      #expect(events[2].properties["position"] == 312.5)
    }

    @Test func `Steps without a handle, and from another object`() {
      let miniPlayer = AlbumDetailVC()
      let (events, statuses) = recorded { recorder in
        page.track(for: watchingVideo, with: .open(trigger: .remoteControl))
        page.track(for: watchingVideo, with: .start())
        page.track(for: watchingVideo, with: .pause(trigger: .clicked, attributes: ["position": 312.5]))
        page.track(for: watchingVideo, with: .start())
        page.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: Rating(stars: 5)))
        player.watch(.init(videoName: "Learning Rust", duration: 60), watchingVideo)
        if let session = player.session {
          session.start()
          miniPlayer.track(for: session, with: .pause(trigger: .clicked))
          session.cancel()
        }
        #expect(recorder.issues.isEmpty)
      }
      #expect(
        statuses == [
          "opened", "started", "paused", "started", "completed", "opened", "opened", "started", "started", "paused",
          "canceled",
        ])
      #expect(events[0].properties["trigger"] == "remoteControl" && events[4].properties["stars"] == 5)
    }

    @Test func `The error of a prohibited step has the words of the comment`() {
      _ = recorded { recorder in
        let session = page.open(watchingVideo)
        session.pause()
        Page("Sources/TrackableValuePropositions/ValuePropositionError.swift").expectOutput {
          for case .report(let error, _) in recorder.deliveries { print("\(error)") }
        }
        session.cancel()
        _ = recorder.issues
      }
    }

    @Test func `An event is timed`() {
      let (events, _) = recorded { _ in
        let load = page.startTiming(Events.Page.loaded)

        clock.advance(by: .milliseconds(350))

        load.end(trackedProperties: [Keys.bytes ~>> 20_480])
        // Events.Page.loaded: bytes 20480, duration 0.35

        player.load(clock)
      }
      #expect(events.map(\.properties.spoken) == ["bytes 20480, duration 0.35", "duration 0.35"])
    }

    @Test func `A destination reads the event, typed`() {
      let lines = printed {
        TrackableSystem.bootstrap(Partner())
        ValuePropositionSessions.$current.withValue(ValuePropositionSessions(clock: clock)) {
          let session = page.open(watchingVideo)
          session.start()
          clock.advance(by: .seconds(60))
          session.complete()
        }
      }
      #expect(lines == ["view Learning Swift 60.0 seconds"])
    }
  }
}
