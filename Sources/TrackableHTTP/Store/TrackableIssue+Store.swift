import Trackable

// The issues of a store on disk.

extension TrackableIssue.Kind {
  /// A store cannot write or read its files, or cannot delete them; delivery goes on from memory. Not reported again
  /// until it could.
  public static let storeUnavailable = Self("storeUnavailable")
  /// A store reached a limit and drops its oldest records, or refused one that is too large. Not reported again until
  /// the store was empty.
  public static let storeOverflow = Self("storeOverflow")
  /// Records in a store's files are lost: they were damaged, or something else has deleted their file.
  public static let storeDamaged = Self("storeDamaged")
}

extension StoreProblem.Kind {
  fileprivate var kind: TrackableIssue.Kind {
    switch self {
    case .writing, .reading, .purging: .storeUnavailable
    case .limit, .memory, .size: .storeOverflow
    case .damage: .storeDamaged
    }
  }
}

extension TrackableIssue {
  init(_ problem: StoreProblem, in folder: String, at location: CodeLocation) {
    let detail = problem.detail
    let message, remedy: String
    switch problem.kind {
    case .writing:
      message = "The store cannot write to \(folder): \(detail). What is tracked waits in memory."
      remedy =
        "see that the folder is the app's own and has room, and that not too many files are open; the store tries again "
        + "with every batch."
    case .reading:
      message = "The store cannot read all of \(folder): \(detail). What is there waits."
      remedy =
        "see that the folder is the app's own, what changed its files, and that not too many are open; the store tries "
        + "again every minute, and with every flush."
    case .purging:
      message = "The store was purged and cannot delete \(folder) yet: \(detail). Nothing from before is delivered."
      remedy = "see that the folder is the app's own, and purge again at the next start if this one ends before."
    case .limit:
      message = "The store in \(folder) has reached \(detail) bytes; its oldest records are dropped."
      remedy = "see why they are not delivered, or give its policy more bytes."
    case .memory:
      message =
        "The store in \(folder) has \(detail) bytes in memory, as its disk takes nothing; the oldest are dropped."
      remedy = "see the issue about the disk, or give the store's policy more bytes in memory."
    case .size:
      message = "The store in \(folder) was given a record that does not fit into \(detail) bytes; it is dropped."
      remedy = "see which event has so large a property, or give the store's policy more bytes."
    case .damage:
      message = "Records in \(folder) can no longer be read: \(detail)."
      remedy = "see whether anything else writes or deletes there, and whether the disk is sound."
    }
    self.init(
      kind: problem.kind.kind, message: message, remedy: remedy, location: location, subject: "\(problem.kind)")
  }
}
