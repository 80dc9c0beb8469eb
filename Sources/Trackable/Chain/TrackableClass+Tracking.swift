#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackableObject {
  // Inlined up to the check whether any tracker wants the event: a call that does nothing then builds nothing.
  // Benchmarks: quiet.
  /// Tracks an event with the properties of this object and all its ancestors, as they are at this moment.
  ///
  /// ```swift
  /// track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  /// ```
  ///
  /// If several places give a value for the same key, the first of these wins: the `trackedProperties` of this call,
  /// the event's own properties, this object's link, this object's computed properties, then the link and the computed
  /// properties of each ancestor (nearest first), the task's scopes, and ``TrackableSystem/defaultProperties``.
  ///
  /// The event goes to the tracker of the nearest link that has one, or else to the task's, or else to the system's. If
  /// no tracker wants events of this type (because the system was bootstrapped with a ``NoOpTracker``, or prohibits the
  /// type), nothing is evaluated.
  ///
  /// Isolation: call it where the object may be used. It never blocks. Ancestors that were linked on another actor are
  /// read there, and then the event goes out; whatever is tracked later waits behind it. See <doc:Isolation>.
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
    walkAndDeliver(event, trackedProperties, self, isolation) { SourceLocation(fileID: fileID, line: line) }
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// updateUserProperty(Email(value: "john@apple.records"))
  /// ```
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
    ActiveCalls.withFrame { frame in
      Surroundings().update(property, location: { SourceLocation(fileID: fileID, line: line) }) {
        walk(into: &$0, isolation, frame, readsProperties: false)
      }
    }
    for event in property.updateEvents() {
      track(event, isolation: isolation, fileID: fileID, line: line)
    }
  }
}

// Known to the inlined `track`.
@usableFromInline
func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool { IgnoredTypes.areIgnoredEverywhere(type) }

/// What `track` does, once for all types: a generic function would be slower here, since nothing specializes it.
@usableFromInline
func walkAndDeliver(
  _ event: any AnalyticsEvent, _ callSite: () -> TrackedProperties, _ object: any TrackableObject,
  _ isolation: (any Actor)?, _ location: () -> SourceLocation
) {
  let surroundings = Surroundings()
  let isIgnored = surroundings.isIgnoredBySystem(event)
  guard !isIgnored || ChainTable.trackersWereSet.load(ordering: .relaxed) else { return }
  let timestamp = Date()
  ActiveCalls.withFrame { frame in
    // Where the system's tracker does nothing, the chain's trackers decide whether anything is computed.
    guard !isIgnored || object.leadsSomewhere(event, isolation, frame, surroundings) else { return }
    surroundings.track(event, callSite: callSite(), timestamp: timestamp, location: location) {
      var walk = ChainWalk(isolation: isolation, frame: frame)
      walk.walk(from: object, into: &$0)
      return (walk.route, walk.troubles)
    }
  }
}

extension TrackableObject {
  /// The chain's part of a walk that begins here.
  func walk(
    into sink: inout some ChainSink, _ isolation: (any Actor)?, _ frame: ChainWalk.Frame, readsProperties: Bool = true
  ) -> Surroundings.ChainPart {
    var walk = ChainWalk(isolation: isolation, frame: frame, readsProperties: readsProperties)
    walk.walk(from: self, into: &sink)
    return (walk.route, walk.troubles)
  }

  fileprivate func leadsSomewhere(
    _ event: any AnalyticsEvent, _ isolation: (any Actor)?, _ frame: ChainWalk.Frame, _ surroundings: Surroundings
  ) -> Bool {
    var parts = ChainParts()
    let (route, _) = walk(into: &parts, isolation, frame, readsProperties: false)
    // Where the way goes on elsewhere there may be trackers.
    return parts.nextActor != nil || surroundings.delivers(event, to: route)
  }
}
