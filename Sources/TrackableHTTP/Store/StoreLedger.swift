/// What became of every record. Whenever it is read,
///
///     accepted + adopted = delivered + rejected + dropped.total + takenOver + stored + held
package struct StoreLedger: Sendable, Hashable {
  /// Records that nobody will get, by reason.
  package struct Dropped: Sendable, Hashable {
    /// The oldest, when the files reached ``StorePolicy/bytes``.
    package var overLimit = 0
    /// Older than ``StorePolicy/age``.
    package var expired = 0
    /// The oldest in memory, while the disk took nothing and ``StorePolicy/memoryBytes`` were reached.
    package var memoryFull = 0
    /// Larger than a file may become.
    package var tooLarge = 0
    /// The file no longer says what was written, or something else has deleted it. Includes what a power failure tore
    /// before it was accepted, where that can be told.
    package var damaged = 0
    /// Whoever read them does not know what their bytes mean.
    package var unreadable = 0
    /// Deleted by a purge, this process's or another's.
    package var purged = 0

    package var total: Int { overLimit + expired + memoryFull + tooLarge + damaged + unreadable + purged }
  }

  /// Handed to this store.
  package var accepted = 0
  /// Found in files of processes that ended.
  package var adopted = 0
  /// Acknowledged by whoever read them.
  package var delivered = 0
  /// Acknowledged too: whoever was to get them refuses them.
  package var rejected = 0
  /// Lost, by reason.
  package var dropped = Dropped()
  /// Left to another process, which took them while this one had closed its store. It delivers them.
  package var takenOver = 0
  /// In files.
  package var stored = 0
  /// In memory, because the disk takes nothing.
  package var held = 0
  /// Files that ended in something which is not a record, as after `kill -9` in the middle of a write. Nothing there
  /// had been accepted, unless the disk itself is damaged.
  package var tornTails = 0

  /// To be delivered.
  package var waiting: Int { stored + held }
  /// Delivered, or given up.
  package var settled: Int { delivered + rejected + dropped.total }
}
