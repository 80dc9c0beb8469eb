/// What became of everything that was handed to an ``HTTPDestination``, and of what it found from earlier processes.
///
/// Whenever it is read, `accepted + adopted` equals `delivered + rejected + dropped + takenOver + stored + inMemory`.
public struct HTTPLedger: Sendable, Hashable {
  /// How many were handed over.
  public let accepted: Int
  /// How many were found that processes which have ended had stored.
  public let adopted: Int
  /// How many the service has taken.
  public let delivered: Int
  /// How many the service has refused for good.
  public let rejected: Int
  /// How many are lost: too many bytes, too old, damaged, deleted by a purge.
  public let dropped: Int
  /// How many another process sends, which took them while this one had closed its files: after a flush.
  public let takenOver: Int
  /// How many are to be sent, and are on disk.
  public let stored: Int
  /// How many are to be sent, and would be lost with the process: the disk takes nothing at the moment.
  public let inMemory: Int

  init(_ store: StoreLedger) {
    accepted = store.accepted
    adopted = store.adopted
    delivered = store.delivered
    rejected = store.rejected
    dropped = store.dropped.total
    takenOver = store.takenOver
    stored = store.stored
    inMemory = store.held
  }
}
