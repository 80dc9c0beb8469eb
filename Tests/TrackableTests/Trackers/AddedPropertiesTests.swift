import Testing
import Trackable

@Suite struct AddedPropertiesTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  private struct Paid: AnalyticsEvent {
    var properties: TrackedProperties { ["amount" ~>> 20] }
  }

  @Test func `Flaws of added properties are reported once, where they are written`() {
    withSystem(recorder, issues: issues) {
      let tracker = recorder.addingDefaults(["a" ~>> 1, "a" ~>> Double.nan], line: 4711)
        .overridingProperties(with: ["b" ~>> UInt64.max])
      tracker.track(Paid())
      tracker.track(Paid())
    }
    expect(issues.issues.map(\.kind), is: [.duplicateKey, .valueDoesNotFit, .valueDoesNotFit])
    expect(issues.issues.first?.location.line, is: 4711)
    expect(recorder.events.count, is: 2)
  }
}
