/// A way into a hub, which counts calls, including the calls that wait in gates in front of it.
package protocol HubEntrance: AnalyticsEventTracker {
  /// Adds a gate in front of this tracker. The counts of the gate stay when the tracker of the gate is released, which
  /// empties the gate.
  func include(_ gate: CallGate)
  /// Called when the user has denied consent at a gate in front of this tracker, while a call that has passed the gate
  /// is still running. From now on, the hub drops calls from before the denial. Its destinations get a `reset` and a
  /// `purge` at once; those of the gate come after the running call.
  func forgetEarlierCalls()
}

/// A tracker that is told when the gate directly in front of it has opened or closed, as soon as no call is due at that
/// gate. The Inspector has such a tracker.
package protocol GatedTracker: AnalyticsEventTracker {
  func gateHasTurned()
}

extension AnalyticsEventTracker {
  /// The ways into hubs behind this tracker.
  var hubEntrances: [any HubEntrance] {
    (self as? any HubEntrance).map { [$0] } ?? inside.flatMap(\.hubEntrances)
  }
}
