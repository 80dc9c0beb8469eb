import Trackable

/// A destination that sends its calls later, by itself. Its hub tells it of the app's life, and delivers also while it flushes.
///
/// Isolation: any thread, also while another call is running. It must not wait.
package protocol StoringDestination: AnalyticsDestination {
  /// What has become of the calls that it has taken. The hub reads it under its lock: it waits for no disk, and calls nothing
  /// of the hub.
  var account: StoredAccount { get }

  /// A failed request is worth another attempt now, unless a service has asked for a pause.
  func hurry()

  /// The user signs out, or is another one than before. When this returns, nothing that the destination keeps on disk leads a
  /// later launch from an earlier person to the next one, although the call comes in its turn, or waits at a gate.
  func endPerson()

  /// A purge has been called for, on this thread. When this returns, no request begins with an earlier call, in no process. The
  /// purge comes in its turn, too, and may have come.
  ///
  /// - Parameter number: ``DeliveryBatch/purgeNumber`` of the batch with the purge.
  func beginPurge(_ number: UInt64)

  /// The hub has ended: no request begins until the destination is configured or flushed again.
  func hubHasEnded()
}

/// What has become of the calls that a storing destination has taken, and of those that it had before.
///
/// Whenever it is read, `accepted + adopted` equals the sum of the others.
package struct StoredAccount: Sendable, Hashable {
  /// How many it was given, but for purges.
  package var accepted = 0
  /// How many it found from earlier processes.
  package var adopted = 0
  /// How many are to be sent, and are not on disk yet.
  package var inMemory = 0
  /// How many are to be sent, and are on disk.
  package var stored = 0
  /// How many the service has acknowledged.
  package var delivered = 0
  /// How many another process has taken over.
  package var handedOver = 0
  /// How many will not arrive, by reason.
  package var dropped: [TrackerLedger.Fate: Int] = [:]

  package init() {}

  /// How many are to be sent.
  var open: Int { inMemory + stored }
  /// How many are lost: a call that the service has no word for is none.
  var lost: Int { dropped.reduce(0) { $0 + ($1.key == .unsupported ? 0 : $1.value) } }

  /// What became of what waited since an earlier time, and of what was found meanwhile.
  func result(since before: StoredAccount) -> DeliveryResult {
    var result = DeliveryResult()
    result.failed = lost - before.lost
    result.delivered =
      delivered - before.delivered + dropped[.unsupported, default: 0] - before.dropped[.unsupported, default: 0]
    // What came after that is not asked for.
    result.pending = max(0, before.open + adopted - before.adopted - result.delivered - result.failed)
    return result
  }
}
