/// Something to report to the one who made the store. Each kind is reported once per episode.
struct StoreProblem: Sendable {
  enum Kind: Sendable {
    /// The disk takes nothing, so records wait in memory; or it cannot be noted what was delivered.
    case writing
    /// Files cannot be read, and are left for later.
    case reading
    /// A purge could not be carried out yet. Nothing from before it is delivered.
    case purging
    /// The files reached their limit, and the oldest was dropped.
    case limit
    /// The disk takes nothing and memory has reached its limit: the oldest records were dropped.
    case memory
    /// A record is larger than a file may become.
    case size
    /// Records can no longer be read.
    case damage
  }

  let kind: Kind
  /// The error, how many bytes, or how many records.
  let detail: String
}
