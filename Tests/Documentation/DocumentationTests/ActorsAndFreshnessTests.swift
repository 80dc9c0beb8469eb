import Synchronization
import Testing
import Trackable
import TrackableTesting

private enum ActorsAndFreshnessPage {
  typealias Upload = Plain

  @MainActor final class Screen: @MainActor TrackableClass {
    var page = 0
    var trackedProperties: TrackedProperties { Keys.page ~>> page }
  }

  /// Belongs to the actor that made it.
  final class Draft: TrackableClass {
    var trackedProperties: TrackedProperties {}

    func save(isolation: isolated (any Actor)? = #isolation) {
      track(Events.Upload.saved)  // on the caller's actor
    }
  }

  actor Writer: TrackableClass {
    private let page = Mutex(0)
    private let draft = Draft()
    nonisolated var trackedProperties: TrackedProperties { Keys.page ~>> page.withLock { $0 } }

    func write() {
      draft.link(to: self)
      draft.save()
      page.withLock { $0 = 1 }
      track(Events.Upload.finished)
    }
  }

  @MainActor @Suite struct ActorsAndFreshnessTests {
    private let screen = Screen()

    @Test func `A parent is live, and a context is frozen`() async {
      await withRecordedTracking { recorder in
        let live = Upload()
        let frozen = Upload()
        // An object, which is read for each event:
        live.link(to: screen)
        // A value, which is read now:
        frozen.link(to: screen.makeTrackingContext())

        screen.page = 1
        let uploads = Task { @concurrent in
          frozen.track(Events.Upload.finished)  // waits for nothing
          live.track(Events.Upload.finished)  // waits for the main actor
        }
        screen.page = 2
        await uploads.value
        await TrackableSystem.flush()
        // page 0, then page 2
        let spoken = recorder.events.map(\.properties.spoken).joined(separator: ", then ")
        Page(article: "ActorsAndFreshness").expect([spoken])
      }
    }

    @Test func `A method that hands its isolation on tracks where its caller runs`() async {
      await withRecordedTracking { recorder in
        await Writer().write()
        #expect(recorder.events.map { $0.properties[Keys.page] } == [.int(0), .int(1)])
        #expect(recorder.events.map { $0.name.split(separator: ".").last } == ["saved", "finished"])
      }
    }

    @Test func `A link's property freezes a part, and leaves the rest live`() {
      let upload = Upload()
      upload.link(to: screen) { Keys.page ~>> screen.page }
      screen.page = 2
      #expect(upload.explainTracking(of: Events.Upload.finished).properties == [Keys.page ~>> 0])
    }
  }
}
