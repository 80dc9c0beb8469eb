/// What became of everything that was handed to a ``TrackerHub``, for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // Destination  accepted  delivered  pending  overflow  prohibited  failed  after shutdown  purged
/// // Mixpanel           17         15        2         0           0       0               0       0
/// ```
///
/// Whenever it is read, `accepted` equals `delivered + dropped.total + pending`.
public struct TrackerLedger: Sendable, Hashable {
  /// How many deliveries did not arrive, by reason.
  public struct Dropped: Sendable, Hashable {
    /// There was no room, or a suspended caller was cancelled.
    public let overflow: Int
    /// A rule of the destination prohibits them.
    public let prohibited: Int
    /// The destination could not be configured, or threw an error.
    public let failed: Int
    /// They came after the hub was shut down, or had not arrived when the shutdown ended.
    public let afterShutdown: Int
    /// They waited when a `purge()` came.
    public let purged: Int

    /// Creates the figures; those that are left out are zero.
    public init(overflow: Int = 0, prohibited: Int = 0, failed: Int = 0, afterShutdown: Int = 0, purged: Int = 0) {
      self.overflow = overflow
      self.prohibited = prohibited
      self.failed = failed
      self.afterShutdown = afterShutdown
      self.purged = purged
    }

    /// All of them.
    public var total: Int { overflow + prohibited + failed + afterShutdown + purged }
  }

  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// How many deliveries were handed to the hub since it was created.
    public let accepted: Int
    /// How many of them the destination took.
    public let delivered: Int
    /// How many it did not get, by reason.
    public let dropped: Dropped
    /// How many are waiting or being delivered.
    public let pending: Int
  }

  /// The destinations, in the order in which the hub was given them.
  public let entries: [Entry]

  /// The figures of the first destination with this name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// How many are waiting or being delivered, summed over all destinations.
  public var pending: Int { entries.reduce(0) { $0 + $1.pending } }
}

extension TrackerLedger: CustomStringConvertible {
  /// A table with a line for each destination.
  public var description: String {
    let header = [
      "Destination", "accepted", "delivered", "pending", "overflow", "prohibited", "failed", "after shutdown",
      "purged",
    ]
    let rows = entries.map { entry in
      let dropped = entry.dropped
      return [entry.name]
        + [
          entry.accepted, entry.delivered, entry.pending, dropped.overflow, dropped.prohibited, dropped.failed,
          dropped.afterShutdown, dropped.purged,
        ].map(String.init)
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
