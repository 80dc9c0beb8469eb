import Trackable

extension TrackableIssue.Kind {
  /// While a test was recording, code outside of the recording tracked an event in the process's system, which has no
  /// tracker.
  package static let trackedAstray = Self("trackedAstray")

  /// A recording ended too early for an event that waited for another actor, or for a task that the recorded operation
  /// had started.
  package static let recordingEndedEarly = Self("recordingEndedEarly")
}

extension TrackableIssue {
  static func trackedAstray(_ astray: AstrayCall) -> TrackableIssue {
    TrackableIssue(
      kind: .trackedAstray,
      message:
        "'\(astray.call.headline)' was tracked while a test recorded, but outside of its recording, where no tracker "
        + "received it.",
      remedy: "hand 'recorder' to code that hops to a queue or a detached task, or run it in 'recorder.run'.",
      location: astray.location)
  }

  static func trackedLate(_ delivery: TrackerCall) -> TrackableIssue {
    TrackableIssue(
      kind: .recordingEndedEarly,
      message:
        "a task of a recorded operation tracked '\(delivery.headline)' after the recording had ended: no test has "
        + "compared it.",
      remedy:
        "make the operation asynchronous, and wait in it for the tasks that it starts, such as with 'recorder.next()'.",
      location: delivery.location ?? .unknown)
  }

  static func recordingEnded(whileWaiting location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .recordingEndedEarly,
      message:
        "the recording of a test ended while an event that was tracked here waited for another actor; it is not recorded.",
      remedy: "make the operation asynchronous and call 'await TrackableSystem.flush()' in it, or, if the object is "
        + "used on its parent's actor only, give it that isolation, such as '@MainActor'.",
      location: location)
  }
}
