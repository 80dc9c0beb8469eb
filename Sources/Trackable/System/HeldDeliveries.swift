/// What is tracked before there is a tracker: the first 1,000 events, the first 1,000 user properties and errors, and
/// always who the user is.
///
/// Events are held with ranks 1 to 6. They get rank 7 when the tracker comes. While they are replayed, what others track
/// is held too, about 1,000 in all; what comes later passes at once, so that no thread is kept delivering what others
/// produce. Who the user is never overtakes what waits, nor does anything overtake it.
struct HeldDeliveries {
  static let capacity = 1_000
  /// How many may wait behind a change of the user during a replay, if the tracker takes its time.
  static let waitingCapacity = 10_000

  enum Answer {
    case held
    /// Dropped, and the first one that is while there is no tracker.
    case droppedFirst
    case dropped
    /// Not held: it passes.
    case passes
  }

  enum Step {
    /// - Parameter begins: Whether it is the first of those that were held together. They go to one tracker.
    case perform(KeptDelivery, begins: Bool)
    /// Others change the user without end: go on elsewhere, so that no thread is kept.
    case goOnElsewhere
    /// Nothing is held any more; so many were dropped meanwhile.
    case finish(dropped: Int)
  }

  private var kept = KeptDeliveries()
  /// How many of what waits for a tracker are events.
  private var events = 0
  /// How many more may be held while those before are replayed; `nil` while there is no tracker.
  private var budget: Int?
  private var isElsewhere = false
  private(set) var dropped = 0
  private(set) var isHolding: Bool

  init(isHolding: Bool) { self.isHolding = isHolding }

  /// Whether a tracker has come, and still gets what was held.
  var isReplaying: Bool { budget != nil }

  mutating func hold(_ new: consuming KeptDelivery) -> Answer {
    guard isHolding else { return .passes }
    let isEvent = if case .track = new.delivery { true } else { false }
    let isChange = new.isChange
    let isFull: Bool
    if let budget {
      if budget <= 0, kept.mayBeOvertaken(byChange: isChange) { return .passes }
      isFull = kept.waitingCount >= Self.waitingCapacity
    } else {
      // Counted apart: an event under the wrong user is worse than one that is missing.
      let others = kept.waitingCount - events - kept.changes
      isFull = (isEvent ? events : isChange ? kept.changes : others) >= Self.capacity
    }
    if isFull {
      if !isChange { return drop() }
      kept.removeLast(replacedBy: new.delivery)
    }
    budget = budget.map { $0 - 1 }
    if isEvent { events += 1 }
    kept.append(new)
    return .held
  }

  private mutating func drop() -> Answer {
    dropped += 1
    // Those that are dropped in a replay are counted when it ends.
    return budget == nil && dropped == 1 ? .droppedFirst : .dropped
  }

  /// Forgets what is held, except who the user is. Returns what is to be released after unlocking.
  mutating func purge() -> [KeptDelivery] {
    (events, dropped) = (0, 0)
    return kept.removeAllButUser()
  }

  /// A tracker has come. Returns what to do first, and how many were dropped; continue with ``next()``. Returns nothing to
  /// do if another call is replaying already.
  mutating func open() -> (step: Step, dropped: Int) {
    if budget != nil { return (.finish(dropped: 0), 0) }
    let dropped = dropped
    self.dropped = 0
    budget = Self.capacity
    return (next(), dropped)
  }

  /// What to do next; what was returned before has been done.
  mutating func next() -> Step {
    kept.endLast()
    let begins = kept.beginsReplay
    if begins {
      if !kept.isEmpty, !isElsewhere, budget.map({ $0 <= -Self.waitingCapacity }) == true {
        isElsewhere = true
        return .goOnElsewhere
      }
      isElsewhere = false
    }
    return kept.popFirst().map { .perform($0, begins: begins) } ?? finish()
  }

  private mutating func finish() -> Step {
    defer { dropped = 0 }
    isHolding = false
    budget = nil
    return .finish(dropped: dropped)
  }
}
