import Testing
import Trackable
import TrackableTesting

struct LimitsPage {
  enum Keys: String, Key, PinnedPath {
    static let pinnedPath = "MyApp.Keys"
    case screen, source
  }

  struct Opened: AnalyticsEvent {
    var properties: TrackedProperties { [Keys.source ~>> "push"] }
  }

  final class Leaving: TrackableClass {
    deinit { track(Events.Page.read) }
    var trackedProperties: TrackedProperties { Keys.screen ~>> "leaving" }
  }

  final class Job: TrackableClass {
    var trackedProperties: TrackedProperties {}
  }

  actor Uploads {
    private var jobs: [Job] = []
    func add(_ job: sending Job) {
      jobs.append(job)
      job.track(Events.Page.read)
    }
  }

  @MainActor func start(_ uploads: Uploads) async {
    let job = Job()  // not Sendable
    withTrackedProperties([Keys.source ~>> "push"]) {
      job.link { Keys.screen ~>> "start" }  // on the main actor
    }
    await uploads.add(job)  // add(_ job: sending Job)
  }

  @Suite struct LimitsTests {
    @Test func `A job that a closure has linked, and that is sent away after that, tracks with its link`() async {
      await withRecordedTracking { recorder in
        await LimitsPage().start(Uploads())
        #expect(recorder.events.map(\.properties) == [[Keys.screen ~>> "start"]])
      }
    }

    @Test func `A destination that is registered and stands in the system's tracker gets a user twice`() {
      let mixpanel = RecordingTracker()
      TrackableSystem.withTracker(mixpanel) {
        TrackableSystem.register(mixpanel)
        TrackableSystem.identify("john")
      }
      #expect(mixpanel.difference(from: [.identify("john"), .identify("john")]) == nil)
    }

    @Test func `Defaults behind a renaming do not meet what an event has`() {
      let collector = ClosureTracker { print($0.properties) }
      Page(article: "Limits").expectOutput {
        let defaults: TrackedProperties = [Keys.source ~>> "app"]
        let defaultsBehind = collector.addingDefaults(defaults).renaming(.snakeCase)
        let defaultsInFront = collector.renaming(.snakeCase)
          .addingDefaults(defaults)
        defaultsBehind.track(Opened())
        defaultsInFront.track(Opened())
        // [my_app_keys_source: push, MyApp.Keys.source: app]
        // [my_app_keys_source: push]
      }
    }

    @Test func `An event in deinit has what the object computes, and nothing of its link`() {
      withRecordedTracking { recorder in
        var leaving: Leaving? = Leaving()
        leaving?.link { Keys.source ~>> "link" }
        leaving = nil
        #expect(recorder.difference(from: [.event(Events.Page.read, [Keys.screen ~>> "leaving"])]) == nil)
      }
    }
  }
}
