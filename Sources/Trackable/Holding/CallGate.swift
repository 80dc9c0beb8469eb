/// What calls pass, and where they wait: before the bootstrap, until the user has agreed, or for anything else. See
/// ``CallQueue``.
package final class CallGate: Sendable {
  private let queue: Lock<CallQueue>

  init(_ mode: CallQueue.Mode, capacity: Int) { queue = Lock(CallQueue(mode, capacity: capacity)) }

  /// What waits here, and what became of the rest. It takes no other lock.
  package var counts: HeldCounts { queue.withLock { $0.counts } }

  /// Asks or changes the queue, for a caller that may hold another lock. ``work()`` follows a change.
  func withQueue<Result: Sendable>(_ body: (inout CallQueue) -> Result) -> Result { queue.withLock { body(&$0) } }

  /// The same for a caller that holds no lock: it also releases calls that the queue has forgotten.
  func change<Result: Sendable>(_ body: (inout CallQueue) -> Result) -> Result {
    let (result, released) = queue.withLock { queue in (body(&queue), queue.takeReleased()) }
    withExtendedLifetime(released) {}
    return result
  }

  /// Makes a call, if it passes at once.
  func pass(_ call: TrackerCall, to tracker: any AnalyticsEventTracker) -> Bool {
    let stamp = call.stamp
    if !queue.withLock({ $0.begin(stamp) }) { return false }
    call.perform(on: tracker)
    end()
    return true
  }

  /// Makes a call, now or later. Returns `false` if it is dropped.
  ///
  /// - Parameter rule: Answers for a call that the mode does not let pass.
  @discardableResult
  func submit(_ call: HeldCall, _ rule: (inout CallQueue) -> CallQueue.Answer = { _ in .waits }) -> Bool {
    let answer = change { $0.take(call, rule) }
    if answer == .passes {
      call.make()
      end()
    }
    return answer != .isDropped
  }

  private func end() { if queue.withLock({ $0.end() }) { makeCalls() } }

  /// Makes the calls that are due, one after the other, unless another thread does.
  func work() { if queue.withLock({ $0.beginWork() }) { makeCalls() } }

  private func makeCalls() {
    while true {
      switch change({ $0.nextDuty() }) {
      case .make(let call):
        call.make()
        _ = queue.withLock { $0.end() }
      case .goOnElsewhere:
        Task { makeCalls() }
        return
      case .finish(let waiters):
        for goOn in waiters { goOn() }
        return
      }
    }
  }

  /// Calls `action` when no call is due: at once, or from the thread that makes them.
  func whenDrained(_ action: @escaping @Sendable () -> Void) {
    if !queue.withLock({ $0.wait(action) }) { action() }
  }
}

/// The account of a gate. Each call that it took and that has not left is in one of these.
package struct HeldCounts: Sendable, Equatable {
  /// How many wait now.
  package var held = 0
  /// How many were dropped: there was no room, the gate was closed for good, or it went with its tracker.
  package var dropped = 0
  /// How many were dropped because the user wants it: a denial, a purge, a sign-out before the decision.
  package var refused = 0

  package init(held: Int = 0, dropped: Int = 0, refused: Int = 0) {
    (self.held, self.dropped, self.refused) = (held, dropped, refused)
  }
}

/// A tracker that keeps an account, to which belongs what waits in gates in front of it.
package protocol HoldingAccount: AnalyticsEventTracker {
  /// A gate stands in front of this tracker from now on. Its counts outlive the gate's tracker, which empties it when
  /// it goes.
  func include(_ gate: CallGate)
}

extension CallGate {
  /// Tells the accounts behind a tracker of this gate.
  func tellAccounts(in tracker: any AnalyticsEventTracker) {
    if let account = tracker as? any HoldingAccount { return account.include(self) }
    if let wrapper = tracker as? any ForwardingTracker { return tellAccounts(in: wrapper.base) }
    for part in tracker.parts ?? [] { tellAccounts(in: part) }
  }
}

extension IssueReporter {
  /// Reports that calls were dropped, if any were.
  func reportDropped(_ count: Int, _ text: String, remedy: String, at location: CodeLocation) {
    if count == 0 { return }
    report(
      TrackableIssue(
        kind: .eventsDropped, message: count.description + " calls" + text, remedy: remedy, location: location))
  }
}
