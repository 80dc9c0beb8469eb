import Foundation
import Testing
import Trackable

private struct EmailChanged: AnalyticsEvent {
  let new: String
  var properties: TrackedProperties { ["new" ~>> new] }
}

private struct Confirmed: AnalyticsEvent {}

private struct Email: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(new: value), Confirmed()] }
}

private struct Score: UserProperty {
  let value: Double
}

private final class Settings: TrackableClass {
  var trackedProperties: TrackedProperties { ["screen" ~>> "settings"] }
}

@Suite struct UserPropertyTests {
  @Test func `A property is updated before its events are tracked, on an object and on a context`() {
    let recorder = RecordingTracker.plain()
    withSystem(recorder) {
      Settings().updateUserProperty(Email(value: "x"))
      TrackingContext().appending(["screen" ~>> "settings"]).updateUserProperty(Email(value: "x"))
    }
    let calls = [
      "update TrackableTests.Email: x", "track TrackableTests.EmailChanged [new: x, screen: settings]",
      "track TrackableTests.Confirmed [screen: settings]",
    ]
    expect(recorder.calls, is: calls + calls)
  }

  @Test func `A value that does not fit is sent as text and reported`() {
    let observed = RecordingTracker.plain()
    let line = observed.run {
      Settings().updateUserProperty(Score(value: .infinity)); return #line
    }
    expect(
      observed.issues.map(\.description),
      is: [
        "TrackableTests/UserPropertyTests.swift:\(line): The value of 'TrackableTests.Score' is or contains a number "
          + "that is not finite; it was sent as text: 'Infinity'. "
          + "To fix this, check for it before tracking, or send nil to omit the property."
      ])
    expect(TrackedUserProperty(Score(value: .infinity)).value, is: "Infinity")
  }

  @Test func `A tracker that gets a value directly reports one that does not fit as well`() {
    let observed = RecordingTracker.plain()
    let line = observed.run {
      NoOpTracker().update(Score(value: .nan)); return #line
    }
    expect(observed.issues.map(\.kind), is: [.valueDoesNotFit])
    expect(observed.issues.first?.location.line, is: line)
  }

  @Test func `A tracked user property keeps the time and the property`() {
    let time = Date(timeIntervalSince1970: 5)
    let tracked = TrackedUserProperty(Email(value: "x"), timestamp: time)
    expect(tracked.timestamp, is: time)
    expect((tracked.base as? Email)?.value, is: "x")
    expect(tracked.name, is: "TrackableTests.Email")
  }
}
