import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

struct LimitsPage {
  enum Events { enum Screen: String, Event { case read } }
  enum Keys: String, Key, PinnedPath {
    static let pinnedPath = "MyApp.Keys"
    case screen, source
  }

  struct Opened: AnalyticsEvent {
    var properties: TrackedProperties { [Keys.source ~>> "push"] }
  }

  final class LoginScreen: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      track(Events.Screen.read)  // leads here again
      return [Keys.screen ~>> "login"]
    }
  }

  final class Leaving: TrackableClass {
    deinit { track(Events.Screen.read) }
    var trackedProperties: TrackedProperties { Keys.screen ~>> "leaving" }
  }

  struct Member: UserProperty { let value: String }

  final class Home: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }

  /// Computes its parent on its actor.
  @MainActor final class SongList: @MainActor TrackableClass {
    private let home: Home
    private init(_ home: Home) { self.home = home }
    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? { home }

    static func make(above row: Row, below home: Home) -> SongList {
      let list = SongList(home)
      row.link(to: list)
      return list
    }
  }

  final class Row: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }

  final class Job: TrackableClass {
    var trackedProperties: TrackedProperties {}
  }

  actor Uploads {
    private var jobs: [Job] = []
    func add(_ job: sending Job) {
      jobs.append(job)
      job.track(Events.Screen.read)
    }
  }

  @MainActor func start(_ uploads: Uploads) async {
    let job = Job()  // not Sendable
    withTrackedProperties([Keys.source ~>> "push"]) {
      job.link { Keys.screen ~>> "start" }  // on the main actor
    }
    await uploads.add(job)  // add(_ job: sending Job)
  }
}

extension LimitsPage {
  @Suite struct LimitsTests {
    private let page = Page(article: "Limits")
    private let output = Output()

    @Test func `An object that tracks in its own getter sends sixteen events, and there is one issue`() {
      withRecordedTracking { recorder in
        LoginScreen().track(Events.Screen.read)
        #expect(recorder.events.count == 16 && recorder.issues.map(\.kind) == [.recursiveTracking])
      }
    }

    @Test func `A job that a closure has linked, and that is sent away after that, tracks with its link`() async {
      await withRecordedTracking { recorder in
        await LimitsPage().start(Uploads())
        #expect(recorder.events.map(\.properties) == [[Keys.screen ~>> "start"]])
      }
    }

    @Test func `A tracker that tracks each event again gets sixteen, and there is one issue`() {
      let recorder = RecordingTracker()
      let echo = ClosureTracker { event in
        recorder.track(event)
        TrackableSystem.track(Events.Screen.read)
      }
      TrackableSystem.withTracker(echo) {
        TrackableSystem.issueHandler = { [output] in output.write($0.kind.description) }
        TrackableSystem.track(Events.Screen.read)
      }
      #expect(recorder.events.count == 16 && output.lines == ["recursiveTracking"])
    }

    @Test func `A destination that stands in two places gets each call twice`() {
      let mixpanel = ClosureTracker { [output] in output.write($0.name) }
      let tracker = mixpanel.combined(with: mixpanel.prohibiting(events: [Receipt.opened]))

      tracker.track(Receipt.opened)
      tracker.track(Receipt.shared)
      #expect(output.lines.map { $0.split(separator: ".").last } == ["opened", "shared", "shared"], "\(output.text)")
    }

    @Test func `A destination that is registered and stands in the system's tracker gets a user twice`() {
      let mixpanel = RecordingTracker()
      TrackableSystem.withTracker(mixpanel) {
        TrackableSystem.register(mixpanel)
        TrackableSystem.identify("john")
      }
      #expect(mixpanel.difference(from: [.identify("john"), .identify("john")]) == nil)
    }

    @Test func `A gate of the app's own passes what an earlier user did`() {
      let (recorder, gate) = (RecordingTracker(), TrackerGate("the user agreed"))
      TrackableSystem.withTracker(recorder.holding(until: gate)) {
        TrackableSystem.identify("john")
        TrackableSystem.track(Opened())
        TrackableSystem.reset()
        gate.open()
      }
      #expect(recorder.events.map(\.userID) == ["john"])
    }

    @Test func `Defaults behind a renaming do not meet what an event has`() {
      let collector = ClosureTracker { [output] in output.write($0.properties) }
      let defaults: TrackedProperties = [Keys.source ~>> "app"]
      let defaultsBehind = collector.addingDefaults(defaults).renaming(.snakeCase)
      let defaultsInFront = collector.renaming(.snakeCase)
        .addingDefaults(defaults)
      defaultsBehind.track(Opened())
      defaultsInFront.track(Opened())
      // [my_app_keys_source: push, MyApp.Keys.source: app]
      // [my_app_keys_source: push]
      #expect(page.promises(output.text), "\(output.text)")
    }

    @Test func `A gate that is released takes its calls along, and an issue counts them`() {
      let (mixpanel, consent) = (RecordingTracker(), Consent())
      inAnApp {
        TrackableSystem.issueHandler = { [output] in output.write("\($0.kind): \($0.message)") }
        do {
          let gate = mixpanel.requiringConsent(.analytics, from: consent)
          for _ in 1...3 { gate.track(Receipt.opened) }
        }
        consent.grant(.analytics)
      }
      #expect(mixpanel.deliveries.isEmpty)
      #expect(output.lines.count == 1 && output.text.hasPrefix("eventsDropped: 3 "), "\(output.text)")
    }

    @Test func `A hub that is released before its start takes its calls along, and an issue counts them`() async {
      let (issues, reported) = AsyncStream<TrackableIssue>.makeStream()
      let mixpanel = RecordingTracker()
      inAnApp {
        TrackableSystem.issueHandler = { reported.yield($0) }
        var hub: TrackerHub? = TrackerHub([mixpanel])
        for _ in 1...3 { hub?.track(Receipt.opened) }
        hub = nil
      }
      let issue = await issues.first { _ in true }
      #expect(issue?.kind == .eventsDropped && issue?.message.contains("3 deliveries were lost") == true)
      #expect(mixpanel.deliveries.isEmpty)
    }

    @Test func `A user property does not reach a tracker above a parent that is computed on another actor`() async {
      let (system, above) = (RecordingTracker(), RecordingTracker())
      await TrackableSystem.withTracker(system) {
        let (home, row) = (Home(), Row())
        home.deliver(to: above)
        let list = await SongList.make(above: row, below: home)
        row.updateUserProperty(Member(value: "gold"))
        withExtendedLifetime((home, list)) {}
      }
      #expect(system.userProperties.map(\.value) == ["gold"])
      #expect(above.userProperties.isEmpty)
    }

    @Test func `An event in deinit has what the object computes, and nothing of its link`() {
      withRecordedTracking { recorder in
        var leaving: Leaving? = Leaving()
        leaving?.link { Keys.source ~>> "link" }
        leaving = nil
        #expect(recorder.difference(from: [.event(Events.Screen.read, [Keys.screen ~>> "leaving"])]) == nil)
      }
    }

    @Test func `A value that is nested too deep is a text`() {
      let deep = (1...40).reduce(TrackedValue.int(1)) { value, _ in .array([value]) }
      withRecordedTracking { recorder in
        TrackableSystem.track(Receipt.opened, trackedProperties: ["deep" ~>> deep])
        #expect(recorder.events[0].properties.json.contains("(nested deeper than 32 levels)"))
        #expect(recorder.issues.map(\.kind) == [.valueDoesNotFit])
      }
    }
  }
}
