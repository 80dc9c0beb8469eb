import Foundation
import Testing
import Trackable

private struct Twice: AnalyticsEvent {
  var properties: TrackedProperties { [Keys.a ~>> 1, Keys.a ~>> 2] }
}

@Suite struct NestedValueTests {
  @Test func `A duplicate inside a value is reported under its own key`() {
    let observed = RecordingTracker.plain()
    observed.run {
      Plain().track(TopLevelEvent(), trackedProperties: ["outer" ~>> ["inner" ~>> 1, "inner" ~>> 2]])
    }
    expect(observed.issues.map(\.kind), is: [.duplicateKey])
    expect(observed.issues.first?.message.contains("The key 'outer' was given two values"), is: false)
    expect(observed.issues.first?.message.contains("inner'"), is: true)
  }

  @Test func `A duplicate does not pass in silence where the right side wins`() {
    let properties: TrackedProperties = [Keys.a ~>> 1, Keys.a ~>> 2] + [Keys.a ~>> 3]
    #expect(properties[0].flaws.contains(.duplicateKey))
  }

  @Test func `An event that a tracker gets directly is checked too`() {
    let observed = RecordingTracker.plain()
    observed.run {
      TrackableSystem.track(Twice())
      CallLog().tracker("leaf").track(Twice())
    }
    expect(observed.issues.map(\.kind), is: [.duplicateKey, .duplicateKey])
  }

  @Test func `Every value equals itself`() {
    let value = TrackedValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    // Compared outside the macro: a date that is not a number cannot be described.
    let isEqual = value == value
    #expect(isEqual)
  }

  @Test(arguments: [-1e12, -5e11, -3e11]) func `An ancient date is not written as another`(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect((Keys.a ~>> date).value.description != (Keys.a ~>> date.addingTimeInterval(86_400 * 365)).value.description)
  }
}
