/// Something to report to the app. Each kind is reported once per episode.
enum StoreProblem: Sendable {
  /// The disk takes nothing, so records wait in memory; or the store cannot note deliveries.
  case writing
  /// Files cannot be read, and are left for later.
  case reading
  /// A purge could not be carried out yet. Nothing from before it is delivered.
  case purging
  /// The files reached their limit, or memory while the disk takes nothing: the oldest records were dropped.
  case limit
  /// A record is larger than a file may become.
  case size
  /// The store cannot read some records.
  case damage
}
