import Testing
import Trackable

@Suite struct AddedPropertiesTests {
  private struct Paid: AnalyticsEvent {
    var properties: TrackedProperties { ["amount" ~>> 20] }
  }

  @Test func `Defaults rank below the event, and overrides above it`() {
    let recorder = RecordingTracker.plain()
    recorder.addingDefaults(["amount" ~>> 1, "src" ~>> "wallet"]).track(Paid())
    recorder.overridingProperties(with: ["src" ~>> "wallet", "amount" ~>> 1]).track(Paid())
    expect(recorder.events[0].properties.map(\.description), is: ["amount: 20", "src: wallet"])
    expect(recorder.events[1].properties.map(\.description), is: ["src: wallet", "amount: 1"])
  }

  @Test func `Flaws of added properties are reported once, where they are written`() {
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    let line: UInt = 4711
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = issues.record
      let tracker = recorder.addingDefaults(["a" ~>> 1, "a" ~>> Double.nan], line: line).overridingProperties(with: [
        "b" ~>> UInt64.max
      ])
      tracker.track(Paid())
      tracker.track(Paid())
    }
    expect(issues.issues.map(\.kind), is: [.duplicateKey, .valueDoesNotFit, .valueDoesNotFit])
    expect(issues.issues.first?.location.line, is: 4711)
    expect(recorder.events.count, is: 2)
  }
}
