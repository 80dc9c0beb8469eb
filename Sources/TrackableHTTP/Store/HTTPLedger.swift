import TrackableHub

/// The account of an ``HTTPDestination``: of the calls that it was given, and of those that it found from earlier
/// processes.
///
/// Whenever it is read, `accepted + adopted` equals `delivered + rejected + skipped + dropped + handedOver + stored + inMemory`.
struct HTTPLedger: Sendable, Hashable {
  /// Records that are lost, by reason.
  struct Losses: Sendable, Hashable {
    /// The oldest, when the files reached ``StorePolicy/bytes``.
    var overLimit = 0
    /// Older than ``StorePolicy/age``.
    var expired = 0
    /// The oldest in memory, while the disk took nothing and a megabyte waited.
    var memoryFull = 0
    /// Larger than a file may become.
    var tooLarge = 0
    /// Their file was damaged, or something else has deleted it.
    var damaged = 0
    /// Deleted by a purge, this process's or another's.
    var purged = 0
  }

  /// How many the hub has handed over.
  var accepted = 0
  /// How many it found in the stores of processes that have ended.
  var adopted = 0
  /// How many another process took over while this one had closed its files: after a flush.
  var handedOver = 0
  /// How many the service has taken.
  var delivered = 0
  /// How many the service has refused for good.
  var rejected = 0
  /// How many the service has no word for: they are not sent. A `reset` is one for most services.
  var skipped = 0
  var losses = Losses()
  /// How many are to be sent, and are on disk.
  var stored = 0
  /// How many are to be sent, and would be lost with the process: the disk takes nothing at the moment.
  var inMemory = 0

  /// How many are lost: too many bytes, too old, damaged, deleted by a purge.
  var dropped: Int {
    losses.overLimit + losses.expired + losses.memoryFull + losses.tooLarge + losses.damaged
      + losses.purged
  }

  var waiting: Int { stored + inMemory }
  /// Arrived, or given up.
  var settled: Int { delivered + rejected + skipped + dropped }
}

extension HTTPLedger {
  /// The same in the words of a hub's ledger.
  var account: StoredAccount {
    var account = StoredAccount()
    (account.accepted, account.adopted, account.inMemory, account.stored) = (accepted, adopted, inMemory, stored)
    (account.delivered, account.handedOver) = (delivered, handedOver)
    account.dropped = [
      .overflow: losses.overLimit + losses.memoryFull, .rejected: rejected + losses.tooLarge, .unsupported: skipped,
      .expired: losses.expired, .damaged: losses.damaged, .purged: losses.purged,
    ]
    return account
  }
}
