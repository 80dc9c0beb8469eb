/// Where a gate stands in front of a tracker: the calls to that tracker wait here until the gate's key turns.
///
/// | the key is | a call |
/// |---|---|
/// | not turned yet | waits, as the policy says |
/// | open | passes, after what waited |
/// | closed for good, or denied | is dropped |
///
/// A `purge` passes, and drops the calls that wait. It waits only behind calls that the gate is handing over.
///
/// What only a consent adds: a `reset` before the decision drops the calls that wait, and waits itself. A denial empties
/// the gate; the tracker then gets one `reset` and one `purge`, when every call to it has returned, so nothing comes
/// after them. And ``CallQueue/Admission``.
final class GateDoor: Sendable {
  let tracker: any AnalyticsEventTracker
  let key: TrackerGate
  let policy: ConsentPolicy
  let location: CodeLocation
  let calls: CallGate
  /// Who hears that it has gone: whoever releases the last reference may be in another system.
  private let issues = IssueReporter.current

  init(
    _ tracker: any AnalyticsEventTracker, _ key: TrackerGate, _ mode: CallQueue.Mode, _ policy: ConsentPolicy,
    at location: CodeLocation
  ) {
    self.tracker = tracker
    self.key = key
    self.policy = policy
    self.location = location
    calls = CallGate(mode, capacity: policy.capacity)
    calls.tellAccounts(in: tracker)
  }

  deinit {
    issues.reportDropped(
      calls.change { $0.dropAll() },
      " that waited until " + key.name + " went with their tracker, which is gone.",
      remedy: "put a gate in front of a tracker that lives as long as the app, not of one of a screen.", at: location)
  }

  var isRefusing: Bool { calls.withQueue { $0.mode == .refusing } }

  func submit(_ call: TrackerCall) {
    if calls.pass(call, to: tracker) { return }
    calls.submit(HeldCall(call) { [tracker] in $0.perform(on: tracker) }) { queue in
      switch (queue.mode, call) {
      case (_, .purge):
        queue.removeAll(exceptUser: true)
        // The denial that the tracker is about to get includes a purge.
        if queue.refusal != nil { return .isDropped }
        return queue.mode == .opening ? .waits : .passes
      case (.refusing, _): return .isDropped
      case (.closed, _) where !policy.holds && !call.tellsUser: return .isDropped
      case (.closed, .reset) where queue.admission != nil: queue.removeAll()
      case (.closed, _), (.opening, _), (.open, _): break
      }
      return .waits
    }
  }

  /// Follows the key, under its lock. The result is for ``follow(_:)``.
  func turn(to mode: CallQueue.Mode, _ admission: CallQueue.Admission?) -> Int {
    calls.withQueue { queue in
      queue.admission = admission
      switch mode {
      case .closed: queue.close()
      case .refusing where admission == nil:
        let dropped = queue.dropAll()
        queue.refuse(nil)
        return dropped
      case .refusing:
        queue.refuse(
          HeldCall(.purge) { [tracker] purge in
            tracker.reset()
            purge.perform(on: tracker)
          })
      case .open, .opening:
        return queue.open { [self] dropped in
          report(
            dropped,
            " were dropped after " + key.name + ": more than " + CallQueue.waitingCapacity.description
              + " waited while the tracker got the held calls.",
            remedy: "put a TrackerHub behind the gate, whose calls return at once.")
        }
      }
      return 0
    }
  }

  /// Does what a turn of the key makes due.
  ///
  /// - Parameter dropped: How many calls there was no room for before, or no use.
  func follow(_ dropped: Int) {
    if !key.isConsent, key.isClosed {
      report(
        dropped, " that waited until " + key.name + " were dropped: the gate was closed.",
        remedy: "open the gate if these calls are to be sent.")
    } else {
      report(
        dropped, " were dropped before " + key.name + ", the oldest ones.",
        remedy: key.isConsent
          ? "ask the user earlier, or hold more with requiringConsent(_:from:whileUndecided: .hold(capacity:))."
          : "open the gate earlier, or hold more with holding(until:capacity:).")
    }
    calls.work()
  }

  private func report(_ count: Int, _ text: String, remedy: String) {
    IssueReporter.current.reportDropped(count, text, remedy: remedy, at: location)
  }
}
