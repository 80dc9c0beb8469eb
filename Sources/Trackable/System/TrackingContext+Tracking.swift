#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackingContext {
  /// Tracks an event with everything this context says.
  ///
  /// ```swift
  /// context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
  /// ```
  ///
  /// The law of precedence is that of objects: call site, event, the context (nearest first), the task's scopes, the
  /// defaults. The event goes to the tracker that was given last with ``with(tracker:)``, or to the task's, or to the
  /// system's. Isolation: from anywhere.
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

  /// Updates a user property, then tracks the events that are bound to it.
  public func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    Surroundings().update(property, location: { SourceLocation(fileID: fileID, line: line) }) {
      (route, add(to: &$0, readsProperties: false))
    }
    for event in property.updateEvents() {
      track(event, fileID: fileID, line: line)
    }
  }

  /// Who would give each property of an event tracked here now, and whom it would override.
  public func explain(
    _ event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties()
  ) -> TrackedPropertiesExplanation {
    var explanation = TrackedPropertiesExplanation()
    _ = Surroundings().walk(event.properties, callSite: trackedProperties, into: &explanation) {
      (TrackerRoute(), add(to: &$0))
    }
    return explanation
  }
}
