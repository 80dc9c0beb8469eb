/// A problem of a store. The store reports a problem once, and again only after the problem has ended.
enum StoreProblem: Sendable {
  /// The disk cannot be written. So records wait in memory, or the store cannot record on disk which records were
  /// delivered.
  case writing
  /// Files cannot be read now. The store tries again later.
  case reading
  /// A purge could not be carried out yet. The store delivers no earlier record until it is.
  case purging
  /// The files have reached their limit, or the memory has reached its limit while the disk fails. The oldest records
  /// were dropped.
  case limit
  /// A record is larger than the largest file.
  case size
  /// The store cannot read some records.
  case damage
}
