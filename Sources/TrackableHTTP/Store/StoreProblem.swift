/// A problem to report to the app, once per episode.
enum StoreProblem: Sendable {
  /// The disk cannot be written, so records wait in memory, or the store cannot write down deliveries.
  case writing
  /// Files cannot be read, and are tried again later.
  case reading
  /// A purge could not be carried out yet. No earlier record is delivered.
  case purging
  /// The files have reached their limit, or the memory has reached its limit while the disk fails. The oldest records
  /// were dropped.
  case limit
  /// A record is larger than the largest file.
  case size
  /// The store cannot read some records.
  case damage
}
