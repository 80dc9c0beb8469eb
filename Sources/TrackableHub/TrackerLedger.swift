/// What became of everything that was handed to a ``TrackerHub``, for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // Destination  accepted  delivered  pending  retrying  overflow  rejected  expired  failed  late  purged
/// // Mixpanel           17         15        2         0         0         0        0       0     0       0
/// ```
///
/// Whenever it is read, `accepted` equals `delivered + pending + retrying + dropped.total`.
public struct TrackerLedger: Sendable, Hashable {
  /// How many deliveries will not arrive, by reason.
  public struct Dropped: Sendable, Hashable {
    /// There was no room.
    public let overflow: Int
    /// The destination refused them for good.
    public let rejected: Int
    /// They waited longer than the policy allows.
    public let expired: Int
    /// The destination could not be configured, or failed more often than the policy allows.
    public let failed: Int
    /// They came after the hub was shut down, or had not arrived when the shutdown ended.
    public let afterShutdown: Int
    /// They waited when a `purge()` came.
    public let purged: Int

    /// Creates the figures; those that are left out are zero.
    ///
    /// - Parameters:
    ///   - overflow: What there was no room for.
    ///   - rejected: What was refused for good.
    ///   - expired: What waited too long.
    ///   - failed: What was given up on.
    ///   - afterShutdown: What was left at the end, or came after it.
    ///   - purged: What a purge dropped.
    package init(
      overflow: Int = 0, rejected: Int = 0, expired: Int = 0, failed: Int = 0, afterShutdown: Int = 0, purged: Int = 0
    ) {
      self.overflow = overflow
      self.rejected = rejected
      self.expired = expired
      self.failed = failed
      self.afterShutdown = afterShutdown
      self.purged = purged
    }

    /// All of them.
    public var total: Int { overflow + rejected + expired + failed + afterShutdown + purged }
  }

  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// How many calls the combinators in front of the destination have let through since the hub was created, purges
    /// included.
    public let accepted: Int
    /// How many of those are events: to compare with what the app and the service count.
    public let events: Int
    /// How many of them have arrived: the destination has said so.
    public let delivered: Int
    /// How many are waiting, or being delivered for the first time.
    public let pending: Int
    /// How many have failed and are tried again.
    public let retrying: Int
    /// How many will not arrive, by reason.
    public let dropped: Dropped
  }

  /// The destinations, in the order in which the hub was given them.
  public let entries: [Entry]
  /// How many events the hub was given. An entry with fewer of them has a combinator in front of it that keeps the others
  /// out, such as a rule, or one that lets an event pass once a day.
  public package(set) var events = 0

  package init(entries: [Entry]) { self.entries = entries }

  /// The figures of the first destination with this name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// How many have neither arrived nor been dropped, summed over all destinations.
  public var outstanding: Int { entries.reduce(0) { $0 + $1.pending + $1.retrying } }
}

extension TrackerLedger: CustomStringConvertible {
  /// A table with a line for each destination.
  public var description: String {
    let header = [
      "Destination", "accepted", "delivered", "pending", "retrying", "overflow", "rejected", "expired",
      "failed", "late", "purged",
    ]
    let rows = entries.map { entry in
      let dropped = entry.dropped
      return [entry.name]
        + [
          entry.accepted, entry.delivered, entry.pending, entry.retrying, dropped.overflow,
          dropped.rejected, dropped.expired, dropped.failed, dropped.afterShutdown, dropped.purged,
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
