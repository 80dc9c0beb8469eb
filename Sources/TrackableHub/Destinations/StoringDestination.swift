import Trackable

/// A destination that stores calls, and sends them later by itself. The hub tells the destination when the app comes to
/// the foreground, and delivers to the destination even during a flush.
///
/// Isolation: any thread, even while another call runs. The methods must not wait for the network or a running call.
/// ``endPerson(before:)`` and ``beginPurge(_:)`` may change one small file, and ``beginPurge(_:)`` may move a folder.
package protocol StoringDestination: AnalyticsDestination {
  /// The figures of the calls that the destination has taken. The getter runs under the hub's lock, so it must neither
  /// wait for a disk nor call the hub.
  var figures: StoredFigures { get }

  /// Retries a failed request now, unless a service has asked for a pause.
  func hurry()

  /// The hub calls this method at each sign-out and each `identify` of the process's system, also of the same user. The
  /// destination decides whether a person has left. When the method returns, nothing on the destination's disk links
  /// the person who has left to the next person at a later launch. The `reset` or `identify` itself comes later,
  /// through the queue.
  ///
  /// - Parameter next: The person who signs in; `nil` if the user signs out.
  func endPerson(before next: UserStamp.Person?)

  /// The hub calls this method on the thread that asked for a purge. When the method returns, this process begins no
  /// request with an earlier call. Nor does any other process, unless the folder could not be moved away; then the
  /// store tries again. The purge itself comes through the queue, perhaps before this call.
  ///
  /// - Parameter number: ``DeliveryBatch/purgeNumber`` of the batch with the purge.
  func beginPurge(_ number: UInt64)

  /// The hub calls this method when it has ended. After that, the destination begins no request until it is configured
  /// or flushed again.
  func hubHasEnded()
}

/// The figures of the calls that a storing destination has taken, and of the calls that it had before.
///
/// At any time, `accepted + adopted` equals the sum of the other figures.
package struct StoredFigures: Sendable, Equatable {
  /// The number of calls that the hub gave the destination, without purges.
  package var accepted = 0
  /// The number of calls that the destination found from earlier processes.
  package var adopted = 0
  /// The number of unsent calls that are not on disk yet.
  package var inMemory = 0
  /// The number of unsent calls that are on disk.
  package var stored = 0
  /// The number of calls that the service has acknowledged.
  package var delivered = 0
  /// The number of calls that another process has taken over.
  package var handedOver = 0
  /// The number of calls that will not arrive, by reason.
  package var dropped = FateCounts()

  package init() {}

  /// The number of unsent calls.
  var open: Int { inMemory + stored }
  /// The number of lost calls. A call that the service has no word for is not lost.
  var lost: Int { dropped.total - dropped[.unsupported] }

  /// The result for the calls that waited at an earlier time, and for the calls found since then.
  func result(since before: StoredFigures) -> DeliveryResult {
    var result = DeliveryResult()
    result.failed = lost - before.lost
    result.delivered =
      delivered - before.delivered + dropped[.unsupported] - before.dropped[.unsupported]
    // Calls that came after `before` are not part of the result.
    result.pending = max(0, before.open + adopted - before.adopted - result.delivered - result.failed)
    return result
  }
}
