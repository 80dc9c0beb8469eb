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
}
