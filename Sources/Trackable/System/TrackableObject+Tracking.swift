#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackableObject {
  /// Tracks an event with everything that this object and its ancestors say at this moment.
  ///
  /// ```swift
  /// track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// ```
  ///
  /// For one key the winner is the first of: `trackedProperties` here, the event's own properties, this object's link,
  /// what this object computes, the same two of each ancestor, nearest first, the task's scopes, and
  /// ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has one, or to the task's, or to the system's. Where nobody listens (the
  /// system was bootstrapped with a ``NoOpTracker``) nothing is evaluated.
  ///
  /// Isolation: call it where the object may be used. Ancestors that were linked inside another actor are not read
  /// here: what was set on their links counts, what they compute is missing, and an issue says so.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - trackedProperties: What is closely connected to it, rank 1. Not evaluated if nobody listens.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let system = TrackableSystem.current
    guard system.isListening || ChainTable.trackersWereSet.load(ordering: .relaxed) else { return }
    let timestamp = Date()
    RunningCode.withFrame { frame in
      let lineage = Lineage(of: self, isolation: isolation, frame: frame)
      guard lineage.isOpen || system.delivers(to: lineage.route) else { return }
      system.track(
        event, callSite: trackedProperties(), timestamp: timestamp, route: lineage.route,
        location: SourceLocation(fileID: fileID, line: line)
      ) { lineage.add(to: &$0, frame: frame) }
    }
  }

  /// Updates a user property, then tracks the events that are bound to it.
  ///
  /// ```swift
  /// update(Email(value: "john@apple.records"))
  /// ```
  ///
  /// - Parameters:
  ///   - property: What became known of the user.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func update(
    _ property: some UserProperty,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    RunningCode.withFrame { frame in
      let lineage = Lineage(of: self, isolation: isolation, frame: frame)
      TrackableSystem.current.update(
        property, route: lineage.route, rest: lineage.openEnd, troubles: lineage.troubles,
        location: SourceLocation(fileID: fileID, line: line))
    }
    for event in property.updateEvents() {
      track(event, isolation: isolation, fileID: fileID, line: line)
    }
  }
}
