/// What became of every record. Whenever it is read,
///
///     accepted + adopted = delivered + rejected + dropped.total + takenOver + stored + held
struct StoreLedger: Sendable, Hashable {
  /// Records that are lost, by reason.
  struct Dropped: Sendable, Hashable {
    /// The oldest, when the files reached ``StorePolicy/bytes``.
    var overLimit = 0
    /// Older than ``StorePolicy/age``.
    var expired = 0
    /// The oldest in memory, while the disk took nothing and ``StorePolicy/memoryBytes`` were reached.
    var memoryFull = 0
    /// Larger than a file may become.
    var tooLarge = 0
    /// The file no longer says what was written, or something else has deleted it.
    var damaged = 0
    /// This version does not know the form of their bytes.
    var unreadable = 0
    /// Deleted by a purge, this process's or another's.
    var purged = 0

    var total: Int { overLimit + expired + memoryFull + tooLarge + damaged + unreadable + purged }
  }

  /// Handed to this store.
  var accepted = 0
  /// Found in files of processes that ended.
  var adopted = 0
  /// Acknowledged by the reader.
  var delivered = 0
  /// Acknowledged too: the service refuses them.
  var rejected = 0
  /// Lost, by reason.
  var dropped = Dropped()
  /// Left to another process, which took them while this one had closed its store. It delivers them.
  var takenOver = 0
  /// In files.
  var stored = 0
  /// In memory, because the disk takes nothing.
  var held = 0
  /// To be delivered.
  var waiting: Int { stored + held }
  /// Delivered, or given up.
  var settled: Int { delivered + rejected + dropped.total }
}
