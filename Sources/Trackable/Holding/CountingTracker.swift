/// A tracker that counts calls, including the calls that wait in gates in front of the tracker.
package protocol CountingTracker: AnalyticsEventTracker {
  /// Adds a gate in front of this tracker. The gate's counts outlive the gate's tracker, which empties the gate when it
  /// is released.
  func include(_ gate: CallGate)
  /// The user has denied consent at a gate in front of this tracker, while a call that has passed the gate is still on
  /// its way. The gate's reset and purge follow that call. From now on, this tracker drops calls from before the
  /// decision.
  func forget()
}

/// A tracker that is told when the gate directly in front of it has opened or closed, and no call is due there.
package protocol GatedTracker: AnalyticsEventTracker {
  func gateHasTurned()
}

extension AnalyticsEventTracker {
  /// The counting trackers behind this tracker.
  var countingTrackers: [any CountingTracker] {
    (self as? any CountingTracker).map { [$0] } ?? inside.flatMap(\.countingTrackers)
  }
}
