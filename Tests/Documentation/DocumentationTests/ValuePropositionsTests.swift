import Foundation
import Testing
import TrackableTesting

import Trackable
import TrackableValuePropositions

// The pages of TrackableValuePropositions.

struct WatchingVideo: ValueProposition {
  let name = "watchingVideo"
  let attributes: Attributes
  struct Attributes: AnalyticsEventAttributes {
    let videoName: String, duration: Double
  }
}

@MainActor @Suite struct ValuePropositionsTests {
  private let page = AlbumListVC()
  private let clock = ManualClock(date: Date(timeIntervalSince1970: 0))

  @Test func `A session says how long it took, and where the user came from`() {
    let app = ValuePropositionSessions(clock: clock, date: { [clock] in clock.date }, makeID: { "id" })
    withRecordedTracking { recorder in
      ValuePropositionSessions.$current.withValue(app) {
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
      let last = recorder.events.last
      #expect(last?.name == "watchingVideo")
      #expect(last?.properties["videoName"] == "Learning Swift" && last?.properties["status"] == "completed")
      #expect(last?.properties["secondsActive"] == 1830.5 && last?.properties[Keys.albumName] == "Imagine")
    }
  }

  @Test func `Name and attributes find the session`() {
    let (list, player) = (AlbumListVC(), AlbumDetailVC())
    let watchingVideo = WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240))
    let app = ValuePropositionSessions(clock: clock, makeID: { "id" })
    withRecordedTracking { recorder in
      ValuePropositionSessions.$current.withValue(app) {
        list.track(for: watchingVideo, with: .open(trigger: .clicked))
        player.track(for: watchingVideo, with: .start())
        // opened carries the chain of `list`, started that of `player`
      }
      #expect(recorder.events.map { $0.properties["status"] } == ["opened", "started"])
      #expect(recorder.events.map { $0.properties[Keys.albumName] } == ["Imagine", nil])
    }
  }

  @Test func `The last user's sessions end before another one takes over`() {
    let watchingVideo = WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240))
    withRecordedTracking { recorder in
      let session = page.open(watchingVideo)
      session.cancel(trigger: .automatically)
      TrackableSystem.reset()
      #expect(recorder.events.map { $0.properties["status"] } == ["opened", "canceled"])
      #expect(recorder.issues.isEmpty)
    }
  }

  @Test func `Clocks and IDs can be given`() {
    let (recorder, clock, page) = (RecordingTracker(), clock, VideoPage())
    let app = ValuePropositionSessions(clock: clock, date: { clock.date }, makeID: { "id" })
    TrackableSystem.withTracker(recorder) {
      ValuePropositionSessions.$current.withValue(app) { page.watch() }
    }
    #expect(recorder.events.map { $0.properties["valuePropositionSessionId"] } == ["id", "id", "id"])
  }
}

@MainActor private final class VideoPage: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}

  func watch() {
    let session = open(WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240)))
    session.start()
    session.complete()
  }
}
