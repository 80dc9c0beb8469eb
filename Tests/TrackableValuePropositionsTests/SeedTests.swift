import Testing
import Trackable
import TrackableValuePropositions

// The example in the README of Tentacles. Where it does not compile, in any language mode, the shortest change was made:
// `let attribute: AnalyticsEventAttributes` is `let attributes: Attributes`, and `let double` is `let duration`.

struct WatchingVideo: ValueProposition {
  let name: String = "watchingVideo"
  let attributes: Attributes
  init(attributes: Attributes) {
    self.attributes = attributes
  }
}

extension WatchingVideo {
  struct Attributes: AnalyticsEventAttributes {
    let videoName: String
    let language: String
    let duration: Double  // in seconds
  }
}

struct WatchingVideoCompletionAttributes: AnalyticsEventAttributes {
  let secondsSkipped: Double
  let userCommented: Bool
}

@Suite struct SeedTests {
  @Test func `The example of Tentacles sends the events that its README promises`() {
    let world = World()
    let tracker = TrackingContext()
    world.run {
      let attributes = WatchingVideo.Attributes(
        videoName: "Learning Swift", language: "English", duration: 3240)
      let watchingVideo = WatchingVideo(attributes: attributes)
      let action = ValuePropositionAction(status: .open, trigger: .clicked)
      tracker.track(for: watchingVideo, with: action)

      world.wait(5)
      tracker.track(for: watchingVideo, with: .start())

      world.wait(2940)
      let completionAttributes = WatchingVideoCompletionAttributes(
        secondsSkipped: 300, userCommented: false)
      tracker.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: completionAttributes))

      // "With reaching completed or canceled the session ends and it gets removed."
      tracker.track(for: watchingVideo, with: .cancel())
    }
    #expect(world.recorder.events.map(\.name) == ["watchingVideo", "watchingVideo", "watchingVideo"])
    #expect(
      world.recorder.last == [
        "videoName": "Learning Swift", "language": "English", "duration": 3240.0, "secondsSkipped": 300.0,
        "userCommented": false, "category": "valueProposition", "status": "completed", "trigger": "automatically",
        "valuePropositionSessionId": "id-2", "opened": World.date(0), "started": World.date(5),
        "completed": World.date(2945), "secondsActive": 2940.0, "secondsToComplete": 2945.0,
      ])
    #expect(world.recorder.errors.count == 1)
  }
}
