/// What became of each call that a ``TrackerHub`` took, for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // Destination  accepted  delivered  pending  retrying  overflow  rejected  expired  failed  late  purged
/// // Mixpanel           17         15        2         0         0         0        0       0     0       0
/// ```
///
/// Whenever it is read, `accepted` equals `delivered + stored + pending + retrying + dropped`.
public struct TrackerLedger: Sendable, Hashable {
  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// How many calls the combinators in front of the destination have let through since the hub was created, purges
    /// included.
    public internal(set) var accepted = 0
    /// How many of those are events: to compare with what the app and the service count.
    public internal(set) var events = 0
    /// How many events a combinator in front of the destination has kept out, such as `prohibiting`, `filter` or `once(per:)`.
    /// They are not among ``accepted``.
    ///
    /// An event that a gate drops for want of consent does not count, nor one that a tracker of your own does not forward. The
    /// hub never sees an event whose type no destination wants.
    public internal(set) var suppressed = 0
    /// How many are waiting, or being delivered for the first time.
    public internal(set) var pending = 0
    /// How many have failed and are tried again.
    public internal(set) var retrying = 0
    /// How many have ended in which way.
    private var ended = [Int](repeating: 0, count: Fate.allCases.count)

    init(name: String) { self.name = name }

    /// How many have arrived: the destination's code has taken them, or its service has acknowledged them.
    public var delivered: Int { self[.delivered] }
    /// How many a destination has taken that stores them and sends them later, such as an `HTTPDestination`: its own
    /// ledger says what became of them.
    public var stored: Int { self[.stored] }
    /// How many will not arrive. The ledger's description has the reasons.
    public var dropped: Int { Fate.losses.reduce(0) { $0 + self[$1] } }

    package internal(set) subscript(fate: Fate) -> Int {
      get { ended[fate.rawValue] }
      set { ended[fate.rawValue] = newValue }
    }
  }

  /// How a call can end at a destination.
  package enum Fate: Int, CaseIterable, Sendable {
    case delivered, stored
    /// There was no room.
    case overflow
    /// The destination refused it for good.
    case rejected
    /// It waited longer than the policy allows.
    case expired
    /// The destination could not be configured, or failed more often than the policy allows.
    case failed
    /// It came after the hub was shut down, or had not arrived when the shutdown ended.
    case late
    /// It waited when a `purge()` came.
    case purged

    static let losses = [Fate.overflow, .rejected, .expired, .failed, .late, .purged]
  }

  /// The destinations, in the order in which the hub was given them.
  public internal(set) var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// The figures of the first destination with this name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// How many have neither arrived nor been dropped, summed over all destinations.
  package var outstanding: Int { entries.reduce(0) { $0 + $1.pending + $1.retrying } }
}

extension TrackerLedger: CustomStringConvertible {
  /// A table with a line for each destination. It has a column for suppressed events and one for stored calls only where there
  /// are any.
  public var description: String {
    let columns: [(title: String, isOptional: Bool, figure: (Entry) -> Int)] =
      [
        ("suppressed", true, { $0.suppressed }), ("accepted", false, { $0.accepted }),
        ("delivered", false, { $0.delivered }), ("stored", true, { $0.stored }), ("pending", false, { $0.pending }),
        ("retrying", false, { $0.retrying }),
      ] + Fate.losses.map { fate in ("\(fate)", false, { $0[fate] }) }
    let shown = columns.filter { column in !column.isOptional || entries.contains { column.figure($0) > 0 } }
    let table =
      [["Destination"] + shown.map(\.title)]
      + entries.map { entry in [entry.name] + shown.map { String($0.figure(entry)) } }
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    return table.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }
}
