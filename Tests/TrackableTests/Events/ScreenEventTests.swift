import Testing
import Trackable

private enum Screens: String, ScreenEvent { case project, thanks }

private struct Settings: ScreenEvent {
  var screenName: String { "Settings" }
}

@Suite struct ScreenEventTests {
  private let recorder = RecordingTracker.plain()

  @Test func `A destination recognizes screens, and nothing else is one`() {
    TrackableSystem.withTracker(recorder) {
      Screens.project.trigger()
      Settings().trigger()
      Noted().trigger()
    }
    expect(recorder.events.map { $0.screenName?.hasSuffix("Screens.project") }, is: [true, false, nil])
    expect(recorder.events.map(\.screenName)[1], is: "Settings")
    expect(recorder.events.map(\.eventType), is: [.impression, .impression, .userAction])
  }

  @Test func `A screen is spelt like any event, unless it has a name of its own`() {
    let tracker = recorder.renaming(.keepingLast(1).followed(by: .custom { $0.uppercased() }))
    for event in [Screens.thanks, Settings()] as [any AnalyticsEvent] { tracker.track(TrackedEvent(event)) }
    expect(recorder.events.map(\.name), is: ["THANKS", "SETTINGS"])
    expect(recorder.events.map(\.screenName), is: ["THANKS", "Settings"])
  }
}
