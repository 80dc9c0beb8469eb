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
  public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if IgnoredTypes.areIgnoredEverywhere(ObjectIdentifier(type(of: event))) { return }
    let surroundings = Surroundings()
    let route = route
    guard surroundings.delivers(event, to: route) || mayLeadElsewhere else { return }
    surroundings.track(
      event, callSite: trackedProperties(), timestamp: Date(),
      location: { SourceLocation(fileID: fileID, line: line) }
    ) {
      (route, add(to: &$0))
    }
  }

  /// Updates a user property, then tracks its ``UserProperty/updateEvents()``.
  public func updateUserProperty(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    Surroundings().update(property, location: { SourceLocation(fileID: fileID, line: line) }) {
      (route, add(to: &$0, readsProperties: false))
    }
    for event in property.updateEvents() {
      track(event, fileID: fileID, line: line)
    }
  }

  /// Explains where each property of an event would come from if it were tracked here now, and which values would be
  /// overridden.
  public func explainTracking(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties()
  ) -> TrackedPropertiesExplanation {
    var explanation = TrackedPropertiesExplanation()
    _ = Surroundings().walk(event.properties, callSite: trackedProperties, into: &explanation) {
      (TrackerRoute(), add(to: &$0))
    }
    return explanation
  }
}
