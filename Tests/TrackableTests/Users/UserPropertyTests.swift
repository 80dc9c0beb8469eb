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
  private let recorder = RecordingTracker.plain()
  private let observed = RecordingTracker.plain()

  @Test func `A property is updated before its events are tracked, on an object and on a context`() {
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
    let line = observed.run {
      Settings().updateUserProperty(Score(value: .infinity)); return #line
    }
    // A tracker that gets the value directly.
    observed.run { NoOpTracker().update(Score(value: .infinity)) }
    expect(observed.issues.map(\.location.line), is: [line, line + 3])
    expect(
      observed.issues.prefix(1).map(\.description),
      is: [
        "TrackableTests/UserPropertyTests.swift:\(line): The value of 'TrackableTests.Score' is or contains a number "
          + "that is not finite; it was sent as text: 'Infinity'. "
          + "To fix this, check for it before tracking, or send nil to omit the property."
      ])
    expect(TrackedUserProperty(Score(value: .infinity)).value, is: "Infinity")
  }

}
