extension SystemCore {
  /// Reports what a walk could not do: each thing once.
  func report(_ troubles: [ChainTrouble], of event: String, at location: SourceLocation) {
    var reported: Set<ChainTrouble> = []
    for trouble in troubles where reported.insert(trouble).inserted {
      report(TrackableIssue(trouble, event: event, at: location))
    }
  }
}

extension TrackableIssue {
  fileprivate init(_ trouble: ChainTrouble, event: String, at location: SourceLocation) {
    switch trouble {
    case .outOfReach(let type):
      self.init(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(event)': "
          + "it may not be read where the event was tracked, and its link does not say which actor it belongs to.",
        remedy: "link it on the actor it belongs to, "
          + "or set what every event must carry with setupTrackableChain(trackedProperties:).",
        location: location)
    case .notAnswering(let type):
      self.init(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(event)': its actor was busy while "
          + "\(Outbox.waitingCapacity) deliveries came to wait for it.",
        remedy: "do not block the actor, or track less while it is busy.",
        location: location)
    case .recursive(let type):
      self.init(
        kind: .recursiveProperties,
        message: "What \(type) computes is missing from '\(event)': it was tracked by that computation itself.",
        remedy: "track where something happens, not in trackedProperties or trackableParent.",
        location: location)
    case .cycle(let type):
      self.init(
        kind: .cycle,
        message: "The parent that is computed above '\(event)' leads back to \(type), or on without end. "
          + "The chain ends there.",
        remedy: "return nil from trackableParent at the root.",
        location: location)
    }
  }
}

extension TrackableIssue {
  static func bootstrappedTwice(at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedTwice,
      message: "TrackableSystem was bootstrapped before; the new tracker takes over from here.",
      remedy: "bootstrap once, with all trackers combined; in tests, use TrackableSystem.withTracker instead.",
      location: location)
  }

  static func bootstrappedWithItself(at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedWithItself,
      message: "TrackableSystem.tracker forwards to what was bootstrapped, so bootstrapping with it would never end; "
        + "nothing was changed.",
      remedy: "bootstrap once, with the trackers themselves combined.",
      location: location)
  }

  static func eventsDropped(_ count: Int, at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries from before the bootstrap were dropped, the oldest ones: "
        + "at most \(Outbox.capacity) are held.",
      remedy: "call TrackableSystem.bootstrap earlier, before the app tracks that much.",
      location: location)
  }

  static func overflow(_ count: Int, at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries were dropped, the oldest ones: \(Outbox.waitingCapacity) waited for a tracker "
        + "that did not return.",
      remedy: "put a queue between what takes long and the tracker, such as a TrackerHub.",
      location: location)
  }
}
