import Trackable

// The issues of a store on disk.

extension TrackableIssue.Kind {
  /// A store cannot write, read or delete its files. Delivery continues from memory. The store reports this again only
  /// after the operation has succeeded.
  public static let storeUnavailable = Self("storeUnavailable")
  /// A store reached a limit and drops its oldest records, or refused a record that is too large. The store reports
  /// this again only after it was empty.
  public static let storeOverflow = Self("storeOverflow")
  /// Records in a store's files are lost, because the files were damaged, or another program has deleted them.
  public static let storeDamaged = Self("storeDamaged")
}

extension TrackableIssue {
  /// - Parameter detail: The error, the bytes with their position, or the number of records.
  init(_ problem: StoreProblem, _ detail: String, in folder: String, at location: CodeLocation) {
    let (kind, message, remedy): (Kind, String, String) =
      switch problem {
      case .writing:
        (
          .storeUnavailable, "cannot write: \(detail). Events wait in memory",
          "see that the folder is the app's own and has room; the store tries again with every batch."
        )
      case .reading:
        (
          .storeUnavailable, "cannot read all its files: \(detail). Their events wait",
          "see that the folder is the app's own, and what changed its files; the store tries again when it sends."
        )
      case .purging:
        (
          .storeUnavailable, "was purged and cannot delete its files yet: \(detail). Nothing from before is delivered",
          "see that the folder is the app's own, and purge again at the next start if this one ends before."
        )
      case .limit:
        (
          .storeOverflow, "has reached \(detail); its oldest records are dropped",
          "see why they are not delivered, or not written, or give its policy more bytes."
        )
      case .size:
        (
          .storeOverflow, "was given a record that does not fit into \(detail) bytes; it is dropped",
          "see which event has so large a property, or give its policy more bytes."
        )
      case .damage:
        (
          .storeDamaged, "has records that it cannot read: \(detail)",
          "see whether anything else writes or deletes there, and whether the disk is sound."
        )
      }
    self.init(
      kind: kind, message: "The store in \(folder) \(message).", remedy: remedy, location: location,
      subject: "\(problem)")
  }
}
