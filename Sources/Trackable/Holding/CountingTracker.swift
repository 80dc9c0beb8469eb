/// A tracker that counts calls, including the calls that wait in gates in front of the tracker.
package protocol CountingTracker: AnalyticsEventTracker {
  /// Adds a gate in front of this tracker. The counts of the gate stay when the tracker of the gate is released, which
  /// empties the gate.
  func include(_ gate: CallGate)
  /// Called when the user has denied consent at a gate in front of this tracker, while a call that has passed the gate
  /// is still running. The gate sends its `reset` and `purge` after that call. From now on, this tracker drops calls
  /// from before the denial.
  func forget()
}

/// A tracker that is told when the gate directly in front of it has opened or closed, as soon as no call is due at that
/// gate.
package protocol GatedTracker: AnalyticsEventTracker {
  func gateHasTurned()
}

extension AnalyticsEventTracker {
  /// The counting trackers behind this tracker.
  var countingTrackers: [any CountingTracker] {
    (self as? any CountingTracker).map { [$0] } ?? inside.flatMap(\.countingTrackers)
  }
}
