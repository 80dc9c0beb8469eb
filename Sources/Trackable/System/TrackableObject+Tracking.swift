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
  /// what this object computes, the same two of each ancestor, nearest first, and
  /// ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has one, or to the system's. Where nobody listens (the
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
    guard system.isListening || ChainTable.shared.hasTrackers.load(ordering: .relaxed) else { return }
    let timestamp = Date()
    let path = ChainTable.shared.path(from: self, isolation: isolation)
    guard system.isListening || path.tracker != nil else { return }

    var merge = PropertyMerge()
    merge.add(trackedProperties())
    merge.add(event.properties)
    let unreachable = path.add(computedByObject: self.trackedProperties, to: &merge)
    merge.add(system.defaultProperties)

    if !merge.flawed.isEmpty || !unreachable.isEmpty {
      let location = SourceLocation(fileID: fileID, line: line)
      system.reportFlaws(of: merge.flawed, at: location)
      for link in unreachable {
        system.report(.ancestorElsewhere(link.type, event: event.name, at: location))
      }
    }
    system.submit(.track(TrackedEvent(event, properties: merge.result, timestamp: timestamp)), to: path.tracker)
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
    let system = TrackableSystem.current
    let path = ChainTable.shared.path(from: self, isolation: isolation)
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), saying: tracked.value, flaws: tracked.flaws)
      system.reportFlaws(of: [said], at: SourceLocation(fileID: fileID, line: line))
    }
    system.submit(.update(tracked), to: path.tracker)
    for event in property.updateEvents() {
      track(event, isolation: isolation, fileID: fileID, line: line)
    }
  }
}

extension SystemCore {
  /// Hands a delivery to the chain's tracker where it has one, else to the system's.
  fileprivate func submit(_ delivery: Delivery, to chainTracker: (any AnalyticsEventTracker)?) {
    if let chainTracker {
      delivery.perform(on: chainTracker)
    } else {
      submit(delivery)
    }
  }
}

extension TrackableIssue {
  fileprivate static func ancestorElsewhere(
    _ type: AnyClass, event: String, at location: SourceLocation
  ) -> TrackableIssue {
    TrackableIssue(
      kind: .ancestorElsewhere,
      message: "The computed properties of the ancestor \(type) are missing from '\(event)': "
        + "it was linked in another isolation than the one that tracks.",
      remedy: "track from the actor inside which the chain was linked, "
        + "or set what must be on every event with setupTrackableChain(trackedProperties:).",
      location: location)
  }
}
