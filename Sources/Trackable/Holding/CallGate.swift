/// A gate that calls pass, and where calls wait: for the bootstrap, for the user's consent, or for another condition.
/// See ``CallQueue``.
package final class CallGate: Sendable {
  private let queue: Lock<CallQueue>

  init(_ queue: consuming CallQueue) { self.queue = Lock(queue) }

  /// The numbers of calls that wait here, and that were dropped. The getter takes no other lock.
  package var counts: HeldCounts { queue.withLock { ($0.calls.count, $0.dropped) } }

  /// Reads or changes the queue, for a caller that may hold another lock. After a change, the caller calls ``work()``,
  /// which also releases the calls that the queue has removed.
  func withQueue<Result: Sendable>(_ body: (inout CallQueue) -> Result) -> Result { queue.withLock { body(&$0) } }

  /// Reads or changes the queue, for a caller without a lock, and releases the calls that the queue has removed.
  private func change<Result: Sendable>(_ body: (inout CallQueue) -> Result) -> Result {
    let (result, released) = queue.withLock { queue in (body(&queue), exchange(&queue.released, with: [])) }
    withExtendedLifetime(released) {}
    return result
  }

  /// Makes a call now or later, or drops the call.
  ///
  /// - Parameter size: The size in bytes beyond that of the call.
  func forward(_ call: TrackerCall, size: Int = 0, _ perform: @escaping @Sendable (TrackerCall) -> Void) {
    let stamp = call.stamp
    if !queue.withLock({ $0.begin(stamp) }) {
      let held = HeldCall(call, size: size, perform)
      if !change({ $0.enqueue(held) }) { return }
    }
    perform(call)
    if let count = queue.withLock({ $0.end() }) { makeCalls(count) }
  }

  /// Makes the due calls, one after the other, unless another thread does.
  func work() { if let count = change({ $0.beginWork() }) { makeCalls(count) } }

  private func makeCalls(_ count: Int) {
    for _ in 0..<count {
      let (call, waiters) = change { $0.next() }
      guard let call else {
        for resume in waiters { resume() }
        return
      }
      call.make()
    }
    // The loop continues, because other calls have come meanwhile.
    Task { makeCalls(.max) }
  }

  /// Calls `action` as soon as no call is due: at once, or from the thread that makes the due calls.
  func whenDrained(_ action: @escaping @Sendable () -> Void) { if !queue.withLock({ $0.wait(action) }) { action() } }

  /// Returns as soon as no call is due.
  nonisolated(nonsending) func drain() async {
    await withCheckedContinuation { continuation in whenDrained { continuation.resume() } }
  }
}

/// The figures of a gate: the number of waiting calls and of dropped calls. A gate drops calls if it has no room, if it
/// is closed for good, or if its tracker is released.
package typealias HeldCounts = (held: Int, dropped: Int)

/// A tracker that counts calls, including the calls that wait in gates in front of the tracker.
package protocol HoldingAccount: AnalyticsEventTracker {
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
  var accounts: [any HoldingAccount] {
    (self as? any HoldingAccount).map { [$0] } ?? inside.flatMap(\.accounts)
  }
}

extension IssueReporter {
  /// Reports dropped calls, if there are any.
  func reportDropped(_ count: Int, _ text: String, remedy: String, at location: CodeLocation) {
    if count == 0 { return }
    report(
      TrackableIssue(
        kind: .eventsDropped, message: count.description + " calls that waited " + text, remedy: remedy,
        location: location))
  }
}
