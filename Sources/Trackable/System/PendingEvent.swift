#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event that is not complete: it is held until there is a tracker, or waits for ancestors on other actors. All
/// other content of the event is from the call of `track`.
///
/// Invariant behind `@unchecked Sendable`: only one thread has the event at a time, the one that has tracked it or has
/// taken it out of the ``CallGate`` or the ``WaitingEvents``. Without it, `SystemConcurrencyTests` fail under the
/// thread sanitizer.
final class PendingEvent: @unchecked Sendable {
  /// The event without properties: its name, entity and type, its user, time and location.
  let event: TrackedEvent
  /// The properties of the call, the event, the chain and the task's scopes, with the ancestors that are still missing.
  var found: Findings
  /// The trackers of the task, which come after all trackers of the chain.
  var taskRoute: TrackerRoute?
  /// The nesting of the call.
  let nesting = Nesting.depth

  init(
    _ event: some AnalyticsEvent, _ found: Findings, taskRoute: TrackerRoute?, _ user: UserStamp, _ timestamp: Date,
    _ location: CodeLocation
  ) {
    self.event = TrackedEvent(event, merged: [], user: user, timestamp: timestamp, location: location)
    self.found = found
    self.taskRoute = taskRoute
  }

  /// A copy of the event for other trackers.
  init(_ other: PendingEvent, to route: TrackerRoute) {
    (event, found) = (other.event, other.found)
    found.route = route
  }
}
