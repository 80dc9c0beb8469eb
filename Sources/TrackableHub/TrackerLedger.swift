/// What became of each call that a ``TrackerHub`` took, for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // Destination  accepted  delivered  pending  retrying  overflow  rejected  expired  failed  late  purged
/// // Mixpanel           17         15        2         0         0         0        0       0     0       0
/// ```
///
/// Whenever it is read, `accepted` equals `delivered + stored + pending + retrying + dropped.total`.
public struct TrackerLedger: Sendable, Hashable {
  /// How many deliveries will not arrive. The ledger's description has the reasons.
  public struct Dropped: Sendable, Hashable {
    /// There was no room.
    package internal(set) var overflow = 0
    /// The destination refused them for good.
    package internal(set) var rejected = 0
    /// They waited longer than the policy allows.
    package internal(set) var expired = 0
    /// The destination could not be configured, or failed more often than the policy allows.
    package internal(set) var failed = 0
    /// They came after the hub was shut down, or had not arrived when the shutdown ended.
    package internal(set) var afterShutdown = 0
    /// They waited when a `purge()` came.
    package internal(set) var purged = 0

    /// All of them.
    public var total: Int { overflow + rejected + expired + failed + afterShutdown + purged }
  }

  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// How many calls the combinators in front of the destination have let through since the hub was created, purges
    /// included.
    public internal(set) var accepted = 0
    /// How many of those are events: to compare with what the app and the service count.
    public internal(set) var events = 0
    /// How many have arrived: the destination's code has taken them, or its service has acknowledged them.
    public internal(set) var delivered = 0
    /// How many a destination has taken that stores them and sends them later, such as an `HTTPDestination`: its own
    /// ledger says what became of them.
    public internal(set) var stored = 0
    /// How many are waiting, or being delivered for the first time.
    public internal(set) var pending = 0
    /// How many have failed and are tried again.
    public internal(set) var retrying = 0
    /// How many will not arrive, by reason.
    public internal(set) var dropped = Dropped()

    init(name: String) { self.name = name }

    mutating func add(_ count: Int, _ fate: Fate) {
      switch fate {
      case .delivered: delivered += count
      case .stored: stored += count
      case .overflow: dropped.overflow += count
      case .rejected: dropped.rejected += count
      case .expired: dropped.expired += count
      case .failed: dropped.failed += count
      case .afterShutdown: dropped.afterShutdown += count
      case .purged: dropped.purged += count
      }
    }
  }

  /// How a call can end at a destination.
  enum Fate { case delivered, stored, overflow, rejected, expired, failed, afterShutdown, purged }

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
    // Only where there is a destination that stores.
    let isStoring = entries.contains { $0.stored > 0 }
    let header =
      ["Destination", "accepted", "delivered"] + (isStoring ? ["stored"] : [])
      + ["pending", "retrying", "overflow", "rejected", "expired", "failed", "late", "purged"]
    let rows = entries.map { entry in
      let dropped = entry.dropped
      let taken = [entry.accepted, entry.delivered] + (isStoring ? [entry.stored] : [])
      let others = [
        entry.pending, entry.retrying, dropped.overflow, dropped.rejected, dropped.expired, dropped.failed,
        dropped.afterShutdown, dropped.purged,
      ]
      return [entry.name] + (taken + others).map(String.init)
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
