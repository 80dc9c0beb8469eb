import Trackable

extension TrackableIssue.Kind {
  /// Something was tracked while a test recorded, but outside of its recording, and nobody received it.
  package static let trackedAstray = Self("trackedAstray")

  /// A recording ended too early for something that was tracked in it: for an event that waited for another actor, or for
  /// what a task tracked that the recorded operation had started.
  package static let recordingEndedEarly = Self("recordingEndedEarly")
}

extension TrackableIssue {
  package static func trackedAstray(_ delivery: RecordedDelivery) -> TrackableIssue {
    TrackableIssue(
      kind: .trackedAstray,
      message: "'\(delivery.headline)' was tracked while a test was recorded, but outside of its recording, and nobody "
        + "received it.",
      remedy: "hand 'recorder' to code that hops to a queue or a detached task, or run it in 'recorder.run'.",
      location: delivery.location ?? .unknown)
  }

  static func trackedLate(_ delivery: RecordedDelivery) -> TrackableIssue {
    TrackableIssue(
      kind: .recordingEndedEarly,
      message: "'\(delivery.headline)' was tracked by a task of a recorded operation after the recording had ended: no "
        + "test has compared it.",
      remedy: "make the operation asynchronous, and wait in it for what it starts, such as with 'recorder.next()'.",
      location: delivery.location ?? .unknown)
  }

  static func recordingEnded(whileWaiting location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .recordingEndedEarly,
      message:
        "the recording of a test ended while what was tracked here waited for another actor; it is not recorded.",
      remedy: "make the operation asynchronous and call 'await TrackableSystem.flush()' in it, or, if the object is "
        + "used on its parent's actor only, give it that isolation, such as '@MainActor'.",
      location: location)
  }
}
