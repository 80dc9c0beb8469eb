extension TrackableIssue {
  static func bootstrappedTwice(at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedTwice,
      message: "TrackableSystem was bootstrapped before; the new tracker takes over from here.",
      remedy:
        "bootstrap once, with all trackers combined. In tests, use TrackableSystem.withTracker; code that runs on a "
        + "queue of its own is outside of it, so hand that code a tracker.",
      location: location)
  }

  static func bootstrappedInRecording(at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedTwice,
      message:
        "TrackableSystem was bootstrapped inside a recording, which keeps its recorder; nothing was changed, and "
        + "the new tracker gets nothing.",
      remedy:
        "leave the bootstrap out of what a recording runs; to test what it sets up, give the recording 'through:' "
        + "and 'root:', or bootstrap inside TrackableSystem.withTracker.",
      location: location)
  }

  static func nestedTooDeeply(_ name: String, at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .recursiveTracking,
      message: "'\(name)' goes nowhere: trackers or computed properties that track have called one another, "
        + "\(Nesting.limit) levels deep or more.",
      remedy: "track where something happens, not in trackedProperties or trackableParent, and let no tracker track at "
        + "each event.",
      location: location)
  }

  static func emptyUserID(at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .valueDoesNotFit, message: "identify() got an empty ID. The user has not changed.",
      remedy: "pass the ID that your services know, or call reset() if no user is signed in.", location: location)
  }

  static func tooMany(_ properties: String, _ capacity: Int, at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .tooManyUserProperties,
      message:
        "More than \(capacity) \(properties) were given for one user, call by call; a tracker that is registered "
        + "later gets only \(capacity) of them.",
      remedy: "register trackers when the app starts, and use few names for \(properties).",
      location: location)
  }

  static func tooManyHeld(at location: CodeLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message:
        "\(Settings.heldCapacity) calls or 4 MB wait for TrackableSystem.bootstrap; the oldest ones are dropped.",
      remedy: "call TrackableSystem.bootstrap earlier, before the app tracks that much.",
      location: location)
  }
}
