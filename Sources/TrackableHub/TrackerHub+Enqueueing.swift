import Trackable

// For callers that may wait.

extension TrackerHub {
  /// Tracks an event, waiting for room where a destination's policy is ``OverflowPolicy/suspend``.
  ///
  /// ```swift
  /// for record in records { await hub.enqueue(Imported(record)) }   // no faster than the slowest destination
  /// ```
  ///
  /// It returns whether every destination that wants the event took it: false if one dropped it, ended in the meantime,
  /// or had no room before the calling task was cancelled. Each destination that did not take it counts it as dropped.
  @discardableResult
  public func enqueue(
    _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line
  ) async -> Bool {
    var tracked = TrackedEvent(event, fileID: fileID, line: line)
    tracked.properties = tracked.properties.reportingFlaws(at: tracked.location)
    return await enqueue(.track(tracked))
  }

  /// Hands over a delivery, waiting for room where a destination's policy is ``OverflowPolicy/suspend``.
  ///
  /// ```swift
  /// for change in changes { await hub.enqueue(.update(TrackedUserProperty(change))) }
  /// ```
  ///
  /// Destinations that have room get it without delay. Returns whether all that want it have taken it: false if one
  /// dropped it, ended in the meantime, or had no room until the calling task was cancelled. For a destination that did
  /// not take it, it is counted as dropped. What a combinator keeps from a destination needs no room there. A
  /// destination that requires consent gets what passes as from a caller that does not wait, because that may be later.
  @discardableResult
  public func enqueue(_ delivery: TrackerCall) async -> Bool {
    if case .purge = delivery {
      purge()
      return true
    }
    let entries = entries(of: delivery.frozen)
    return await core.wait { $0.post(entries, at: $2, waiter: $1, &$3) }.success
  }
}
