/// The door of a gate in front of one tracker: calls to that tracker wait here until the gate opens.
///
/// | the gate is | a call |
/// |---|---|
/// | not open yet | waits, as the policy says |
/// | open | passes, after the calls that waited |
/// | closed for good, or denied | is dropped |
///
/// A `purge` passes, and drops the waiting calls. A purge itself waits only until the calls that the gate is handing
/// over have returned.
///
/// The gate of a consent has more rules. A `reset` before the user has decided drops the waiting calls of its system,
/// and then waits itself, without the user's ID. A denial empties the gate. When every running call to the tracker has
/// returned, the tracker gets one `reset` and one `purge`, so that no earlier call comes after these two.
/// ``CallQueue/Admission`` decides which calls pass later.
final class GateDoor: Sendable {
  let tracker: any AnalyticsEventTracker
  let gate: TrackerGate
  let policy: ConsentPolicy
  let location: CodeLocation
  let calls: CallGate
  // The closure is stored, because making one for each call would allocate an object.
  let perform: @Sendable (TrackerCall) -> Void
  /// The reporter for calls that are lost when the door is released. The door stores the reporter, because the code
  /// that releases the last reference to the door may run in another system.
  private let issues = IssueReporter.current

  init(
    _ tracker: any AnalyticsEventTracker, _ gate: TrackerGate, _ mode: CallQueue.Mode, _ policy: ConsentPolicy,
    at location: CodeLocation
  ) {
    self.tracker = tracker
    self.gate = gate
    self.policy = policy
    self.location = location
    calls = CallGate(CallQueue(mode, policy))
    perform = { $0.perform(on: tracker) }
    for entrance in tracker.hubEntrances { entrance.include(calls) }
  }

  deinit {
    calls.withQueue { $0.turn(to: .refusing) }
    report(
      to: issues, " were lost, because their tracker was released.",
      remedy: "put a gate in front of a tracker that lives as long as the app, and not of a screen's tracker.")
    calls.work()
  }

  /// Takes over the state of the gate. The gate calls this method under its lock, and calls ``follow()`` after
  /// unlocking.
  func turn(to mode: CallQueue.Mode, _ admission: CallQueue.Admission?) {
    calls.withQueue { queue in
      queue.turn(to: mode, admission) { [TrackerCall.reset, .purge].map { HeldCall($0, perform) } }
    }
  }

  /// Makes the calls that have become due, and reports the calls that were dropped.
  func follow() {
    calls.whenDrained { [self] in
      report(
        gate.isClosed ? " were dropped: the gate was closed." : " were dropped, the oldest ones.",
        remedy: "open the gate earlier, or give it a greater capacity.")
    }
    calls.work()
    if let tracker = tracker as? any GatedTracker { calls.whenDrained { tracker.gateHasTurned() } }
    if calls.withQueue({ $0.isDenying }) { for entrance in tracker.hubEntrances { entrance.forgetEarlierCalls() } }
  }

  private func report(to issues: IssueReporter = .current, _ text: String, remedy: String) {
    issues.reportDropped(
      calls.withQueue { $0.takeUnreported() }, "until " + gate.name + text, remedy: remedy, at: location)
  }
}
