/// The account of an ``HTTPDestination``: of the calls that it was given, and of those that it found from earlier
/// processes.
///
/// Whenever it is read, `accepted + adopted` equals `delivered + rejected + dropped + takenOver + stored + inMemory`.
public struct HTTPLedger: Sendable, Hashable {
  let store: StoreLedger

  /// How many the hub has handed over.
  public var accepted: Int { store.accepted }
  /// How many it found in the stores of processes that have ended.
  public var adopted: Int { store.adopted }
  /// How many the service has taken.
  public var delivered: Int { store.delivered }
  /// How many the service has refused for good.
  public var rejected: Int { store.rejected }
  /// How many are lost: too many bytes, too old, damaged, deleted by a purge.
  public var dropped: Int { store.dropped.total }
  /// How many another process sends, which took them while this one had closed its files: after a flush.
  public var takenOver: Int { store.takenOver }
  /// How many are to be sent, and are on disk.
  public var stored: Int { store.stored }
  /// How many are to be sent, and would be lost with the process: the disk takes nothing at the moment.
  public var inMemory: Int { store.held }
}
