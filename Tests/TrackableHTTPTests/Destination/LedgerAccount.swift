import Trackable
import TrackableHub

/// What a naive reader of the hub's page expects of one destination in one launch, told by the program and by the service.
struct LedgerAccount {
  struct Call {
    let name: String
    /// When it was made, counted in decisions of the user.
    let moment: Int
    var isEvent: Bool { Int(name) != nil }
  }

  /// A gate in front of the destination.
  struct Gate {
    enum State { case holding, open, refusing }
    var state = State.holding
    let capacity: Int
    var held: [Call] = []
    var dropped = 0
    /// The moment at which the last denial ended.
    var endOfDenial = 0

    /// Returns whether the call passes.
    mutating func takes(_ call: Call) -> Bool {
      if state == .refusing || call.moment < endOfDenial { return false }
      if state == .open { return true }
      held.append(call)
      if held.count > capacity {
        held.removeFirst()
        dropped += 1
      }
      return false
    }

    mutating func open() -> [Call] {
      defer { (state, held) = (.open, []) }
      return held
    }
  }

  let name: String
  /// Whether it stores calls, and sends them.
  let stores: Bool
  var gate: Gate?
  /// Whether a combinator behind the gate keeps an event out.
  var keepsOut: @Sendable (String) -> Bool = { _ in false }
  /// What came since everything had arrived, but for what a reason has ended.
  var open: [Call] = []
  /// How many of those are to be sent.
  var stored = 0
  /// How many came to the destination, and how many of them were events.
  private var (calls, events) = (0, 0)
  var suppressed = 0
  var (adopted, handedOver) = (0, 0)
  /// Calls that have arrived, although no service hears of them: purges.
  var told = 0
  var dropped: [TrackerLedger.Fate: Int] = [:]
  /// Whether the hub has been shut down.
  var isOver = false
  /// The calls among ``open`` that an app tracked right before it was killed: the last of them may not be on disk.
  var unsure = 0..<0

  // What the service has said, as far as the account knows.
  private var delivered = 0
  private var known: Set<String> = []
  /// The events among ``open`` that it has answered for in any launch, and how many of ``open`` have no word there, or are lost.
  private var answered: Set<String> = []
  private var (wordless, lost) = (0, 0)
  /// Whether the lost ones need not be the oldest, and the service may have some of them.
  private var hasGap = false

  init(
    _ name: String, stores: Bool = true, gate: Gate? = nil,
    keepsOut: @escaping @Sendable (String) -> Bool = { _ in false }
  ) {
    (self.name, self.stores, self.gate, self.keepsOut) = (name, stores, gate, keepsOut)
  }

  // MARK: What the program does

  mutating func take(_ call: Call) {
    if gate?.takes(call) ?? true { arrive(call) }
  }

  private mutating func arrive(_ call: Call) {
    if call.isEvent, keepsOut(call.name) {
      suppressed += 1
      return
    }
    calls += 1
    if call.isEvent { events += 1 }
    if isOver {
      end(1, .late)
    } else {
      open.append(call)
      stored += 1
    }
  }

  mutating func openGate() { for call in gate?.open() ?? [] { arrive(call) } }

  mutating func closeGate() {
    let count = gate?.held.count ?? 0
    gate?.state = .refusing
    gate?.dropped += count
    gate?.held = []
  }

  /// The user purges: what waits in gates is forgotten, and is no loss.
  mutating func purge() {
    gate?.held = []
    forget()
  }

  /// The user denies: a `reset` and a purge.
  mutating func deny() {
    if gate?.state == .refusing { return }
    gate?.state = .refusing
    gate?.held = []
    tellOfDenial()
  }

  mutating func tellOfDenial() {
    calls += 1
    end(1, .purged)
    forget()
  }

  private mutating func forget() {
    (calls, told) = (calls + 1, told + 1)
    end(stored, .purged)
    clear()
  }

  /// Nothing is left.
  private mutating func clear() {
    (open, stored, answered, wordless, lost, hasGap) = ([], 0, [], 0, 0, false)
  }

  /// Another process sends what is on disk.
  mutating func handOver() {
    handedOver += stored
    clear()
  }

  mutating func end(_ count: Int, _ fate: TrackerLedger.Fate) {
    if count > 0 { dropped[fate, default: 0] += count }
  }

  /// The oldest calls end in some way.
  mutating func endFirst(_ count: Int, _ fate: TrackerLedger.Fate) {
    if count <= 0 { return }
    open.removeFirst(count)
    stored -= count
    end(count, fate)
  }

  /// The next launch finds what is on disk, and nothing else.
  func nextLaunch() -> LedgerAccount {
    var next = LedgerAccount(name, stores: stores, gate: gate, keepsOut: keepsOut)
    next.gate?.held = []
    next.gate?.dropped = 0
    if !stores { return next }
    (next.open, next.stored, next.adopted, next.unsure) = (open, stored, stored, unsure)
    (next.answered, next.wordless, next.lost, next.hasGap) = (answered, wordless, lost, hasGap)
    return next
  }

  // MARK: What the ledger says

  /// Compares the account with the ledger and the service. Returns what is wrong.
  ///
  /// - Parameters:
  ///   - front: The gate in front of the hub.
  ///   - isComplete: Whether the service has answered for everything.
  ///   - isUnclear: Whether the store may keep calls that the service has answered for, because those before them are still to
  ///     be sent. Then the ledger may say less than the service.
  mutating func problem(
    _ entry: TrackerLedger.Entry, _ service: RecordedService, front: Gate, isComplete: Bool = false,
    isUnclear: Bool = false
  ) -> String? {
    findUnsure(entry)
    var (new, refused) = (service.acknowledged.count, service.refused.count)
    // In a full store, a call that the service has answered for may have made room before the store knew.
    if isUnclear && !isComplete || entry[.overflow] > 0 {
      if entry.delivered - told > new || entry[.rejected] > refused { return "\(entry) has more than the service" }
      (new, refused) = (entry.delivered - told, entry[.rejected])
    }
    let (unsupported, overflow) = (entry[.unsupported], entry[.overflow])
    let ended = dropped
    stored -= new - delivered + refused - ended[.rejected, default: 0]
    stored -= unsupported - ended[.unsupported, default: 0] + overflow - ended[.overflow, default: 0]
    wordless += unsupported - ended[.unsupported, default: 0]
    let newlyLost = overflow - ended[.overflow, default: 0]
    lost += newlyLost
    // Calls that the service did not take are at the end of the store, and it has answered for some that are lost.
    if newlyLost > 0, isUnclear || !answered.isEmpty { hasGap = true }
    (delivered, dropped[.rejected]) = (new, refused)
    (dropped[.unsupported], dropped[.overflow]) = (unsupported, overflow)
    let words = service.acknowledged.merging(service.refused) { $1 }.filter { !known.contains($0.key) }
    known.formUnion(words.keys)
    return nameProblem(Set(words.values), isComplete: isComplete) ?? problem(entry, front: front, delivered: new)
  }

  /// The same for a destination that stores nothing.
  func problem(_ entry: TrackerLedger.Entry, front: Gate, delivered: Int) -> String? {
    let (said, wanted) = (LedgerColumns(entry), columns(front: front, delivered: delivered))
    return said == wanted ? nil : "\(name) has \(said), and not \(wanted)"
  }

  private mutating func findUnsure(_ entry: TrackerLedger.Entry) {
    let gone = adopted - entry.adopted
    if gone > 0, gone <= unsure.count {
      open.removeSubrange(unsure.suffix(gone))
      (adopted, stored) = (entry.adopted, stored - gone)
    } else if gone > 0, name == LedgerLaunch.fullStore, !unsure.isEmpty {
      // A file with earlier ones has gone for them, and they may have come no farther.
      (adopted, stored, lost, hasGap) = (entry.adopted, stored - gone, lost + gone, true)
    }
    unsure = 0..<0
  }

  /// The service has answered for events that were to be sent, and in the end for each that was not lost.
  private mutating func nameProblem(_ names: Set<String>, isComplete: Bool) -> String? {
    let (events, new) = (Set(open.filter(\.isEvent).map(\.name)), names.filter { Int($0) != nil })
    if !new.isSubset(of: events) { return "\(name) has sent \(new.subtracting(events)), which it did not have" }
    answered.formUnion(new)
    if !isComplete { return nil }
    let missing = events.subtracting(answered).compactMap(Int.init)
    let others = open.count - events.count
    if missing.count > lost || !hasGap && lost - missing.count > others {
      return "\(name) has lost \(missing), and says \(lost)"
    }
    if let newest = missing.max(), let oldest = new.compactMap(Int.init).min(), newest > oldest, !hasGap {
      return "\(name) has lost \(newest), and kept \(oldest)"
    }
    if wordless != open.count(where: { $0.name == "error" }), lost == 0 { return "\(name) has \(wordless) errors" }
    let rest = stored
    clear()
    stored = rest
    return nil
  }

  private func columns(front: Gate, delivered: Int) -> LedgerColumns {
    let held = front.held.count + (gate?.held.count ?? 0)
    let gone = front.dropped + (gate?.dropped ?? 0)
    var figures = [
      "accepted": calls + held + gone, "events": events, "adopted": adopted, "suppressed": suppressed, "held": held,
      "stored": stores ? stored : 0, "waiting": stores ? 0 : stored, "delivered": delivered + told,
      "handed over": handedOver,
    ]
    for fate in TrackerLedger.Fate.allCases.dropFirst() { figures["\(fate)"] = dropped[fate, default: 0] }
    figures["gate"] = gone
    return LedgerColumns(figures: figures)
  }
}

/// The columns of a destination, in words.
struct LedgerColumns: Equatable, CustomStringConvertible {
  var figures: [String: Int]

  var description: String {
    figures.filter { $0.value != 0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }
}

extension LedgerColumns {
  init(_ entry: TrackerLedger.Entry) {
    figures = [
      "accepted": entry.accepted, "events": entry.events, "adopted": entry.adopted, "suppressed": entry.suppressed,
      "held": entry.held, "stored": entry.stored, "waiting": entry.waiting, "delivered": entry.delivered,
      "handed over": entry.handedOver,
    ]
    for fate in TrackerLedger.Fate.allCases.dropFirst() { figures["\(fate)"] = entry[fate] }
  }
}
