import Trackable

/// The ledger of a ``TrackerHub``: it says what has become of the calls, as numbers for each destination.
///
/// ```swift
/// print(hub.ledger)
/// // destination  accepted  = waiting  + delivered  + dropped
/// // Mixpanel           17          2           15          0
/// ```
///
/// At any time, `accepted + adopted` equals `held + waiting + stored + delivered + handedOver + dropped`.
public struct TrackerLedger: Sendable, Hashable {
  /// The figures of one destination.
  public struct Entry: Sendable, Hashable {
    /// The destination's name.
    public let name: String
    /// The number of calls since the creation of the hub that the combinators in front of the destination have let
    /// through, including purges and the calls that gates hold.
    public internal(set) var accepted = 0
    /// The number of accepted events, without those that a gate holds. Compare this number with the figures of the app
    /// and of the service.
    public internal(set) var events = 0
    /// The number of calls that the destination found in its store: earlier launches, or other processes that have
    /// ended, have left them there.
    public internal(set) var adopted = 0
    /// The number of events that a combinator in front of the destination has kept out, such as `prohibiting`, `filter`
    /// or `once(per:)`. These events are not among ``accepted``.
    ///
    /// Limits: the number does not include events that a gate drops without consent, nor events that your own tracker
    /// does not forward. The hub never sees an event whose type no destination wants.
    public internal(set) var suppressed = 0
    /// The number of calls that a gate holds, in front of the hub or inside it, until the user agrees.
    public internal(set) var held = 0
    /// The number of calls in memory: they wait for their first delivery, are being delivered, or wait for a retry.
    public internal(set) var waiting = 0
    /// The number of waiting calls that have failed and wait for a retry.
    package var retrying = 0
    /// The number of calls on disk that are still to be sent.
    public internal(set) var stored = 0
    /// The number of calls that another process has taken over. The other process sends these calls.
    public internal(set) var handedOver = 0
    /// The number of ended calls, by fate.
    private var ended = FateCounts()

    init(name: String) { self.name = name }

    /// The number of calls that have arrived: the service has acknowledged them, or, if the destination stores no
    /// calls, its code has taken them.
    public var delivered: Int { self[.delivered] }
    /// The number of calls that will never arrive. The ledger's description has the reasons.
    public var dropped: Int { ended.total - delivered }

    package internal(set) subscript(fate: Fate) -> Int {
      get { ended[fate] }
      set { ended[fate] = newValue }
    }

    /// Adds the figures of a destination that stores calls. When this method is called, ``stored`` has to be the number
    /// of all calls that the destination has taken.
    ///
    /// - Parameter start: The figures when the hub was created.
    mutating func add(_ figures: StoredFigures, since start: StoredFigures) {
      // The calls of the current batch that the destination has already taken.
      let ahead = figures.accepted - start.accepted - stored
      waiting += figures.inMemory - ahead
      adopted = figures.adopted + start.accepted
      stored = figures.stored
      handedOver = figures.handedOver
      self[.delivered] += figures.delivered
      ended.add(figures.dropped)
    }

    /// Adds the number of calls that gates hold, and the number of calls that gates have dropped.
    mutating func add(_ counts: HeldCounts) {
      held += counts.held
      self[.gate] += counts.dropped
      accepted += counts.held + counts.dropped
    }
  }

  /// What can become of a call at a destination. The raw value is the text in the ledger's table.
  package enum Fate: String, CaseIterable, Sendable {
    case delivered
    /// The queue had no room.
    case overflow = "without room"
    /// A gate had no room, was closed for good, or was released with its tracker.
    case gate = "at a gate"
    /// The destination or its service refused the call for good.
    case rejected = "refused"
    /// The service has no counterpart for the call.
    case unsupported = "unknown to the service"
    /// The call waited longer than the policy allows.
    case expired = "too old"
    /// The destination could not be configured, or failed more often than the policy allows.
    case failed = "failed too often"
    /// The file with the call was damaged or deleted, or a newer version has written it.
    case damaged = "damaged on disk"
    /// The call came after the shutdown of the hub, or had not arrived when the shutdown ended.
    case late = "after the shutdown"
    /// The call waited when a `purge()` came.
    case purged
  }

  /// The entries of the destinations, in the order in which the hub was given them.
  public internal(set) var entries: [Entry]

  package init(entries: [Entry]) { self.entries = entries }

  /// The entry of the first destination with this name.
  public subscript(name: String) -> Entry? { entries.first { $0.name == name } }

  /// The number of calls that wait in memory, for all destinations together.
  package var outstanding: Int { entries.reduce(0) { $0 + $1.waiting } }
}

extension TrackerLedger: CustomStringConvertible {
  /// A table with the equation as its head, and a line for each destination. The table has columns for adopted, held,
  /// stored and handed over calls, and for suppressed events, only if there are any.
  public var description: String {
    let hasHeld = entries.contains { $0.held > 0 }
    let titles = [
      "(suppressed)", "accepted", "+ adopted", "= held", hasHeld ? "+ waiting" : "= waiting", "+ stored", "+ delivered",
      "+ handed over", "+ dropped",
    ]
    let figures = entries.map { entry in
      [
        entry.suppressed, entry.accepted, entry.adopted, entry.held, entry.waiting, entry.stored, entry.delivered,
        entry.handedOver, entry.dropped,
      ]
    }
    var lines = aligned(["destination"] + entries.map(\.name), to: entries.map { _ in "" } + [""], isName: true)
    for column in titles.indices {
      // Every table has the accepted, waiting, delivered and dropped calls.
      if ![1, 4, 6, 8].contains(column), !figures.contains(where: { $0[column] > 0 }) { continue }
      lines = aligned([titles[column]] + figures.map { "\($0[column])" }, to: lines, isName: false)
    }
    for (row, entry) in entries.enumerated() {
      let losses = Fate.allCases.dropFirst().filter { entry[$0] > 0 }.map { "\(entry[$0]) \($0.rawValue)" }
      if !losses.isEmpty { lines[row + 1] += ": " + losses.joined(separator: ", ") }
    }
    return lines.joined(separator: "\n")
  }

  /// The lines with a further column, whose cells have the same width.
  private func aligned(_ cells: [String], to lines: [String], isName: Bool) -> [String] {
    let width = cells.map(\.count).max() ?? 0
    return cells.indices.map { row in
      let space = String(repeating: " ", count: width - cells[row].count)
      return isName ? cells[row] + space : lines[row] + "  " + space + cells[row]
    }
  }
}
