#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackableClass {
  // Inlined up to the check whether any tracker wants the event: a call that does nothing then builds nothing.
  // Benchmarks: quiet.
  /// Tracks an event with the properties of this object and all its ancestors, as they are at this moment.
  ///
  /// ```swift
  /// track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// ```
  ///
  /// If a key is given several values, the first of these wins: the `trackedProperties` of this call,
  /// the event's own properties, this object's link, this object's computed properties, then the link and the computed
  /// properties of each ancestor (nearest first), the task's scopes, the system's root, and
  /// ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has one, or else to the task's, or else to the system's. If
  /// no tracker wants events of this type (because the system was bootstrapped with a ``NoOpTracker``, or prohibits the
  /// type), nothing is evaluated.
  ///
  /// Isolation: call it where the object may be used. It never blocks. Ancestors that were linked on another actor are
  /// read there, and then the event goes out, at most ``TrackableSystem/readTimeout`` later; no other event waits for
  /// it. See <doc:Isolation>.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1. Not evaluated if no tracker wants the event.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @inlinable public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if isIgnoredEverywhere(ObjectIdentifier(type(of: event))) { return }
    walkAndSubmit(event, trackedProperties, self, isolation) { CodeLocation(fileID: fileID, line: line) }
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// updateUserProperty(Email(value: "john@apple.records"))
  /// ```
  ///
  /// It goes to the trackers that an event would go to. If these have to be asked for on another actor, it waits as an
  /// event does, but no longer than until the property is updated again. See <doc:Order>.
  ///
  /// - Parameters:
  ///   - property: What is now known about the user.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func updateUserProperty(
    _ property: some UserProperty,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    Ambient().submit(property, trackersOnTheWay(isolation), isolation: isolation) {
      CodeLocation(fileID: fileID, line: line)
    }
    for event in property.updateEvents() {
      track(event, isolation: isolation, fileID: fileID, line: line)
    }
  }
}

// Known to the inlined `track`.
@usableFromInline
func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool { IgnoredTypes.areIgnoredEverywhere(type) }

// Generic only so that the event is put into an existential here and not by each caller. Benchmarks: depth 4.
/// What `track` does, once for all types.
@usableFromInline
func walkAndSubmit<Event: AnalyticsEvent>(
  _ event: Event, _ callSite: () -> TrackedProperties, _ object: any TrackableClass,
  _ isolation: (any Actor)?, _ location: () -> CodeLocation
) {
  let ambient = Ambient()
  if ambient.isIgnoredBySystem(event) {
    // Where the system's tracker does nothing, the chain's trackers decide whether anything is computed.
    guard TrackerRoute.wasEverSet.load(ordering: .relaxed) else { return }
    let found = object.trackersOnTheWay(isolation)
    // Where an ancestor has to be read on another actor, there may be trackers above it.
    guard !found.isComplete || ambient.delivers(event, to: found.route) else { return }
  }
  let timestamp = CurrentTime.date
  var snapshot = Snapshot()
  if ambient.explainsEvents {
    snapshot.explain(callSite: callSite(), event: event.properties)
  } else {
    snapshot.merge.add(callSite())
    snapshot.merge.add(event.properties)
  }
  // One frame for both, because what a tracker tracks is part of the delivery to it.
  ActiveCalls.withFrame { frame in
    object.walk(into: &snapshot, isolation, frame, root: ambient.settings.rootIdentity)
    guard frame.pointee.beginDelivery() else { return ambient.core.refuse(event.name, location) }
    ambient.submit(event, &snapshot, timestamp: timestamp, isolation: isolation, location: location)
  }
}

extension TrackableClass {
  /// Walks from this object.
  @inline(__always)
  func walk(
    into snapshot: inout Snapshot, _ isolation: (any Actor)?, _ frame: ChainWalk.Frame, readsProperties: Bool = true,
    root: ObjectIdentifier? = nil
  ) {
    var walk = ChainWalk(isolation: isolation, frame: frame, readsProperties: readsProperties, root: root)
    walk.walk(from: self, into: &snapshot)
    if walk.route.leadsSomewhere { snapshot.route = walk.route }
    snapshot.passedRoot = walk.passedRoot
  }

  /// Walks for the trackers only.
  func trackersOnTheWay(_ isolation: (any Actor)?) -> Snapshot {
    var snapshot = Snapshot()
    ActiveCalls.withFrame { walk(into: &snapshot, isolation, $0, readsProperties: false) }
    return snapshot
  }
}
