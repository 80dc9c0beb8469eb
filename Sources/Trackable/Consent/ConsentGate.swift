/// What stands in front of a tracker that requires consent.
///
/// | the user | a call |
/// |---|---|
/// | has not decided | waits, as ``ConsentPolicy`` says |
/// | agrees | passes, after what waited |
/// | does not agree | is dropped |
///
/// A `purge` passes, and drops the calls that wait. It waits only behind calls that the gate is handing over. A `reset`
/// before the decision drops the calls that wait, and waits itself. A denial empties the gate. The tracker then gets
/// one `reset` and one `purge`, when every call to it has returned. So nothing comes after them.
final class ConsentGate: Sendable {
  let tracker: any AnalyticsEventTracker
  let policy: ConsentPolicy
  let purpose: ConsentPurpose
  let location: CodeLocation
  let calls: CallGate

  init(
    _ tracker: any AnalyticsEventTracker, _ purpose: ConsentPurpose, _ status: Consent.Status,
    _ policy: ConsentPolicy, at location: CodeLocation
  ) {
    self.tracker = tracker
    self.purpose = purpose
    self.policy = policy
    self.location = location
    let mode: CallQueue.Mode = status == .granted ? .open : status == .denied ? .refusing : .closed
    calls = CallGate(mode, capacity: policy.capacity)
  }

  deinit {
    let lost = calls.withQueue { $0.ordinary + $0.dropped }
    report(
      lost, " that waited for the user to agree to " + purpose.rawValue + " went with their tracker, which is gone.",
      remedy: "require consent once for a tracker that lives as long as the app, not for one of a screen.")
  }

  var isDenied: Bool { calls.withQueue { $0.mode == .refusing } }

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
      case (.closed, .reset): queue.removeAll()
      case (.closed, _), (.opening, _), (.open, _): break
      }
      return .waits
    }
  }

  /// Notes the user's decision. The result is for ``follow(dropped:)``.
  func decide(_ status: Consent.Status) -> Int {
    calls.withQueue { queue in
      switch status {
      case .undecided: queue.close()
      case .granted:
        return queue.open { [self] dropped in
          report(
            dropped,
            " were dropped after the user had agreed to " + purpose.rawValue + ": more than "
              + CallQueue.waitingCapacity.description + " waited while the tracker got the held calls.",
            remedy: "put a TrackerHub behind requiringConsent, whose calls return at once.")
        }
      case .denied:
        queue.refuse(
          HeldCall(.purge) { [tracker] purge in
            tracker.reset()
            purge.perform(on: tracker)
          })
      }
      return 0
    }
  }

  /// Does what a decision makes due.
  ///
  /// - Parameter dropped: How many calls there was no room for before the user agreed.
  func follow(dropped: Int) {
    report(
      dropped, " were dropped before the user agreed to " + purpose.rawValue + ", the latest ones.",
      remedy: "ask the user earlier, or hold more with requiringConsent(_:from:whileUndecided: .hold(capacity:)).")
    calls.work()
  }

  private func report(_ count: Int, _ text: String, remedy: String) {
    IssueReporter.current.reportDropped(count, text, remedy: remedy, at: location)
  }
}
