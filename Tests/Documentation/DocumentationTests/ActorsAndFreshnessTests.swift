import Testing
import Trackable
import TrackableTesting

private enum ActorsAndFreshnessPage {
  enum Events { enum Upload: String, Event { case finished } }
  enum Keys: String, Key { case page }

  @MainActor final class Screen {
    var page = 0
  }

  final class Upload: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }
}

extension ActorsAndFreshnessPage.Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { ActorsAndFreshnessPage.Keys.page ~>> page }
}

extension ActorsAndFreshnessPage {
  @MainActor @Suite struct ActorsAndFreshnessTests {
    @Test func `A parent is live, and a context is frozen`() async {
      let screen = Screen()
      await withRecordedTracking { recorder in
        let live = Upload()
        let frozen = Upload()
        live.setupTrackableChain(parent: screen)  // an object: read for each event
        frozen.setupTrackableChain(parent: screen.makeTrackingContext())  // a value: read now

        screen.page = 1
        let uploads = Task { @concurrent in
          live.track(Events.Upload.finished)  // waits for the main actor
          frozen.track(Events.Upload.finished)  // waits for nothing
        }
        screen.page = 2
        await uploads.value
        await TrackableSystem.flush()
        // page 0, then page 2
        let output = recorder.events.map(\.properties.spoken).joined(separator: ", then ")
        #expect(Page(article: "ActorsAndFreshness").promises(output), "\(output)")
      }
    }

    @Test func `A link's property freezes a part, and leaves the rest live`() {
      let (screen, upload) = (Screen(), Upload())
      upload.setupTrackableChain(trackedProperties: [Keys.page ~>> screen.page], parent: screen)
      screen.page = 2
      #expect(upload.explainTracking(of: Events.Upload.finished).properties == [Keys.page ~>> 0])
    }
  }
}
