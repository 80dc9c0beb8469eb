import Synchronization
import Testing
import Trackable
import TrackableTesting

private enum ActorsAndFreshnessPage {
  enum Events { enum Upload: String, Event { case finished, saved } }
  enum Keys: String, Key { case page }

  @MainActor final class Screen {
    var page = 0
  }

  final class Upload: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
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

  actor Worker: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}
    func finish() { track(Events.Upload.finished) }
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
        let output = recorder.events.map(\.properties.spoken).joined(separator: ", then ")
        #expect(Page(article: "ActorsAndFreshness").promises(output), "\(output)")
      }
    }

    @Test func `A method that hands its isolation on tracks where its caller runs`() async {
      await withRecordedTracking { recorder in
        await Writer().write()
        #expect(recorder.events.map { $0.properties[Keys.page] } == [.int(0), .int(1)])
        #expect(recorder.events.map { $0.name.split(separator: ".").last } == ["saved", "finished"])
      }
    }

    @Test func `Events below a frozen context arrive in the order of the calls, from several actors`() async {
      let (screen, first, second) = (Screen(), Worker(), Worker())
      let context = screen.makeTrackingContext()
      first.link(to: context) { "worker" ~>> 1 }
      second.link(to: context) { "worker" ~>> 2 }
      await withRecordedTracking { recorder in
        for _ in 1...20 {
          await first.finish()
          await second.finish()
        }
        #expect(recorder.events.map { $0.properties["worker"] } == (0..<40).map { .int($0 % 2 + 1) })
      }
    }

    @Test func `A link's property freezes a part, and leaves the rest live`() {
      let (screen, upload) = (Screen(), Upload())
      upload.link(to: screen) { Keys.page ~>> screen.page }
      screen.page = 2
      #expect(upload.explainTracking(of: Events.Upload.finished).properties == [Keys.page ~>> 0])
    }
  }
}
