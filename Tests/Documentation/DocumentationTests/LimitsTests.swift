import Testing
import Trackable
import TrackableTesting

enum LimitsPage {
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

    @Test func `A destination that stands in two places is told twice`() {
      let mixpanel = ClosureTracker { [output] in output.write($0.name) }
      let tracker = mixpanel.combined(with: mixpanel.prohibiting(Receipt.opened))

      tracker.track(Receipt.opened)
      tracker.track(Receipt.shared)
      // MyApp.Receipt.opened
      // MyApp.Receipt.shared
      // MyApp.Receipt.shared
      #expect(page.promises(output.text), "\(output.text)")
    }

    @Test func `Defaults behind a renaming do not meet what an event has`() {
      let collector = ClosureTracker { [output] in output.write($0.properties) }
      let defaultsBehind = collector.addingDefaults([Keys.source ~>> "app"]).renaming(.snakeCase)
      let defaultsInFront = collector.renaming(.snakeCase).addingDefaults([Keys.source ~>> "app"])
      defaultsBehind.track(Opened())
      defaultsInFront.track(Opened())
      // [my_app_keys_source: push, MyApp.Keys.source: app]
      // [my_app_keys_source: push]
      #expect(page.promises(output.text), "\(output.text)")
    }

    @Test func `What is nested too deep is a text`() {
      let deep = (1...40).reduce(TrackedValue.int(1)) { value, _ in .array([value]) }
      withRecordedTracking { recorder in
        TrackableSystem.track(Receipt.opened, trackedProperties: ["deep" ~>> deep])
        #expect(recorder.events[0].properties.json.contains("(nested deeper than 32 levels)"))
        #expect(recorder.issues.map(\.kind) == [.valueDoesNotFit])
      }
    }
  }
}
