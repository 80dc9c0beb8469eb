import Trackable

/// The account of a ``TrackerHub``: what has become of each call, for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // destination  accepted  = waiting  + delivered  + dropped
/// // Mixpanel           17          2           15          0
/// ```
///
/// Whenever it is read, `accepted + adopted` equals `held + waiting + stored + delivered + handedOver + dropped`.
public struct TrackerLedger: Sendable, Hashable {
  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// How many calls the combinators in front of the destination have let through since the hub was created, purges
    /// included, and how many gates hold for it.
    public internal(set) var accepted = 0
    /// How many of those are events, but for those that a gate holds: to compare with what the app and the service count.
    public internal(set) var events = 0
    /// How many the destination had before, in its store: earlier launches, or other processes that have ended, left them.
    public internal(set) var adopted = 0
    /// How many events a combinator in front of the destination has kept out, such as `prohibiting`, `filter` or `once(per:)`.
    /// They are not among ``accepted``.
    ///
    /// An event that a gate drops for want of consent does not count, nor one that a tracker of your own does not forward. The
    /// hub never sees an event whose type no destination wants.
    public internal(set) var suppressed = 0
    /// How many a gate holds, in front of the hub or inside it, until the user agrees.
    public internal(set) var held = 0
    /// How many are in memory: they wait, are being delivered, or are tried again.
    public internal(set) var waiting = 0
    /// How many of the waiting ones have failed and are tried again.
    package var retrying = 0
    /// How many are on disk, and are to be sent.
    public internal(set) var stored = 0
    /// How many another process has taken over, which sends them.
    public internal(set) var handedOver = 0
    /// The number of ended calls, by the way in which they ended.
    private var ended: [Fate: Int] = [:]

    init(name: String) { self.name = name }

    /// How many have arrived: the service has acknowledged them, or the destination's code has taken them, if it stores none.
    public var delivered: Int { self[.delivered] }
    /// How many will not arrive. The ledger's description has the reasons.
    public var dropped: Int { ended.values.reduce(-delivered, +) }

    package internal(set) subscript(fate: Fate) -> Int {
      get { ended[fate, default: 0] }
      // Without zeros, so that entries with the same figures are equal.
      set { ended[fate] = newValue == 0 ? nil : newValue }
    }

    /// Adds the account of a destination that stores calls: until then, ``stored`` counts the calls that it has taken.
    ///
    /// - Parameter start: What it said when the hub was created.
    mutating func add(_ account: StoredAccount, since start: StoredAccount) {
      // The destination has taken these of the batch that it still works on.
      let ahead = account.accepted - start.accepted - stored
      waiting += account.inMemory - ahead
      adopted = account.adopted + start.accepted
      stored = account.stored
      handedOver = account.handedOver
      self[.delivered] += account.delivered
      for (fate, count) in account.dropped { self[fate] += count }
    }

    /// Adds what gates hold, and have dropped.
    mutating func add(_ counts: HeldCounts) {
      held += counts.held
      self[.gate] += counts.dropped
      accepted += counts.held + counts.dropped
    }
  }

  /// How a call can end at a destination, and what the table says of it.
  package enum Fate: String, CaseIterable, Sendable {
    case delivered
    /// There was no room.
    case overflow = "without room"
    /// A gate had no room for it, was closed for good, or went with its tracker.
    case gate = "at a gate"
    /// The destination or its service refused it for good.
    case rejected = "refused"
    /// The service has no word for it.
    case unsupported = "unknown to the service"
    /// It waited longer than the policy allows.
    case expired = "too old"
    /// The destination could not be configured, or failed more often than the policy allows.
    case failed = "failed too often"
    /// Its file was damaged or deleted, or is of a version that this one cannot read.
    case damaged = "damaged on disk"
    /// It came after the hub was shut down, or had not arrived when the shutdown ended.
    case late = "after the shutdown"
    /// It waited when a `purge()` came.
    case purged
  }

  /// The destinations, in the order in which the hub was given them.
  public internal(set) var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// The figures of the first destination with this name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// How many wait in memory, summed over all destinations.
  package var outstanding: Int { entries.reduce(0) { $0 + $1.waiting } }
}

extension TrackerLedger: CustomStringConvertible {
  /// A table with a line for each destination, whose head is the equation. It has a column for adopted calls, for held, stored
  /// and handed over ones, and for suppressed events only where there are any.
  public var description: String {
    let hasHeld = entries.contains { $0.held > 0 }
    let columns: [(title: String, isOptional: Bool, figure: (Entry) -> Int)] = [
      ("(suppressed)", true, { $0.suppressed }), ("accepted", false, { $0.accepted }),
      ("+ adopted", true, { $0.adopted }), ("= held", true, { $0.held }),
      (hasHeld ? "+ waiting" : "= waiting", false, { $0.waiting }), ("+ stored", true, { $0.stored }),
      ("+ delivered", false, { $0.delivered }), ("+ handed over", true, { $0.handedOver }),
      ("+ dropped", false, { $0.dropped }),
    ]
    let shown = columns.filter { column in !column.isOptional || entries.contains { column.figure($0) > 0 } }
    let figures = entries.map { entry in [entry.name] + shown.map { String($0.figure(entry)) } }
    let table = [["destination"] + shown.map(\.title)] + figures
    let widths = table[0].indices.map { column in table.map { $0[column].count }.max() ?? 0 }
    let reasons = entries.map { entry in
      let losses = Fate.allCases.dropFirst().filter { entry[$0] > 0 }
      return losses.map { "\(entry[$0]) \($0.rawValue)" }.joined(separator: ", ")
    }
    return zip(table, [""] + reasons).map { row, reasons in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ") + (reasons.isEmpty ? "" : ": " + reasons)
    }.joined(separator: "\n")
  }
}
