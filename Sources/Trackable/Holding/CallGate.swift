/// A gate through which calls pass, or at which calls wait for the bootstrap, for the user's consent, or for another
/// condition. See ``CallQueue``.
package final class CallGate: Sendable {
  private let queue: Lock<CallQueue>

  init(_ queue: consuming CallQueue) { self.queue = Lock(queue) }

  /// The number of calls that wait at this gate, and the number of calls that this gate has dropped. The getter takes
  /// no other lock.
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
      let held = HeldCall(call, size: size, of: stamp, perform)
      if !change({ $0.enqueue(held) }) { return }
    }
    perform(call)
    if let count = queue.withLock({ $0.end() }) { makeCalls(count) }
  }

  /// Makes the calls that are due, one after the other, unless another thread is making them.
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
    // The loop has reached its limit. A task makes the remaining calls, so that this thread can return.
    Task { makeCalls(.max) }
  }

  /// Calls `action` as soon as no call is due: on this thread if no call is due now, and otherwise on the thread that
  /// makes the due calls.
  func whenDrained(_ action: @escaping @Sendable () -> Void) { if !queue.withLock({ $0.wait(action) }) { action() } }

  /// Returns as soon as no call is due.
  nonisolated(nonsending) func drain() async {
    await withCheckedContinuation { continuation in whenDrained { continuation.resume() } }
  }
}
