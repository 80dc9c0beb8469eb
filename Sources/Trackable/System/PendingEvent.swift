#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event that is not complete yet, because it is held until there is a tracker, or because it waits for ancestors on
/// other actors. The library still adds the root's properties, or those of these ancestors. All else is from the time
/// of the call of `track`.
///
/// Invariant behind `@unchecked Sendable`: only one thread uses the event at a time. This is the thread that has
/// tracked the event, or that has taken it out of the ``CallGate`` or the ``WaitingEvents``. If another thread used the
/// event, `SystemConcurrencyTests` would fail under the thread sanitizer.
final class PendingEvent: @unchecked Sendable {
  /// The event without properties: its name, entity and type, its user, time and location.
  let event: TrackedEvent
  /// The properties of the call, the event, the chain and the task's scopes, and the ancestors that still have to be
  /// read.
  var found: Findings
  /// The trackers of the task, which come after all trackers of the chain.
  var taskRoute: TrackerRoute?
  /// How deeply the call of `track` was nested: see ``Nesting``.
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
