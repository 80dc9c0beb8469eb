#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackingContext {
  /// Tracks an event with the properties of this context.
  ///
  /// ```swift
  /// context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
  /// ```
  ///
  /// The order of precedence is the same as for objects: the call site, the event, the context (nearest first), the
  /// task's scopes, the defaults. The event goes to the tracker that was given last with ``with(tracker:)``, or else to
  /// the task's, or else to the system's. Isolation: call it from anywhere.
  ///
  /// - Parameters:
  ///   - event: What happened.
  ///   - trackedProperties: What belongs to this one occurrence, rank 1.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if IgnoredTypes.areIgnoredEverywhere(ObjectIdentifier(type(of: event))) { return }
    let ambient = Ambient()
    var snapshot = Snapshot()
    snapshot.route = route
    guard ambient.delivers(event, to: snapshot.route) || mayLeadElsewhere else { return }
    let timestamp = CurrentTime.date
    if ambient.explainsEvents {
      snapshot.explain(callSite: trackedProperties(), event: event.properties)
    } else {
      snapshot.merge.add(trackedProperties())
      snapshot.merge.add(event.properties)
    }
    pass(to: &snapshot)
    ambient.core.deliver(event.name, CodeLocation(fileID: fileID, line: line)) {
      ambient.submit(event, &snapshot, timestamp: timestamp) { CodeLocation(fileID: fileID, line: line) }
    }
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  public func updateUserProperty(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    var snapshot = Snapshot()
    snapshot.route = route
    pass(to: &snapshot, readsProperties: false)
    Ambient().submit(property, snapshot) { CodeLocation(fileID: fileID, line: line) }
    for event in property.updateEvents() {
      track(event, fileID: fileID, line: line)
    }
  }

  /// Explains where each property of an event would come from if it were tracked here now, and which values would be
  /// overridden.
  ///
  /// - Parameters:
  ///   - event: The event to explain.
  ///   - trackedProperties: What would be given at the call site.
  public func explainTracking(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties()
  ) -> TrackedPropertiesExplanation {
    var explanation = TrackedPropertiesExplanation()
    explanation.add(trackedProperties, from: PropertySource(.callSite))
    explanation.add(event.properties, from: PropertySource(.event))
    pass(to: &explanation)
    Ambient().finish(&explanation)
    return explanation
  }
}

extension TrackedPropertiesExplanation: SnapshotSink {
  mutating func add(_ read: DeferredRead) { addElsewhere(read.source) }
  mutating func add(_ failure: ReadFailure) {
    if !failure.isMissing { return }
    addUnread(failure.source)
    addUnreadPlace()
  }
}

extension Ambient {
  /// Adds what ranks below every chain: the task's scopes, the root and the default properties.
  func finish(
    _ explanation: inout TrackedPropertiesExplanation, unlessRoot passedRoot: Bool = false,
    isolation: (any Actor)? = nil
  ) {
    passScopes(to: &explanation)
    settings.passRankSeven(to: &explanation, unlessRoot: passedRoot, isolation: isolation)
  }
}
