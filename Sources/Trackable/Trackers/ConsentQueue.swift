/// What a gate does with a delivery, and what waits for the user's decision. A pure state machine: ``ConsentGate`` holds
/// the lock, and makes the calls.
///
/// | status | a delivery |
/// |---|---|
/// | undecided | waits; the first `capacity` ones and who the user is |
/// | granted | passes; while what waited goes out, it waits behind that |
/// | denied | is dropped, unless it is a `purge` |
///
/// What was tracked before a denial, or while there was one, counts as denied although it comes later; likewise what was
/// tracked while nothing was decided, if that is to be dropped. A denial leaves `reset` and `purge`. They go out when no
/// call is being made any more, so nothing comes after them.
struct ConsentQueue {
  /// How many deliveries may wait behind what goes out when the user agrees. More pass at once, so that no thread is kept
  /// delivering what others produce: unless a change of the user is still to go out, which says whom they are about.
  static let replayCapacity = 1_000
  /// How many more may wait behind such a change, or behind what a denial has left to do, if a call that is being made takes
  /// its time.
  static let waitingCapacity = 10_000

  enum Step {
    case perform(KeptDelivery)
    /// Nothing is left to do; these wait for that, and so many deliveries were dropped since the user agreed.
    case finish([@Sendable () -> Void], dropped: Int)
  }

  struct Change {
    var startsWork = false
    /// To be released after unlocking.
    var discarded: [KeptDelivery] = []
    /// How many deliveries were dropped before the user agreed.
    var dropped = 0
  }

  let policy: ConsentPolicy
  private(set) var decision: ConsentDecision
  /// Whether it has let something through that no denial has taken back.
  private var hasPassed = false
  /// What a denial has left to do.
  private var closing: [KeptDelivery] = []
  private var kept = KeptDeliveries()
  /// Who keeps the queue for what it holds.
  var keeper: ConsentGate?
  /// How many of what waits are not about who the user is.
  private var ordinary = 0
  private var dropped = 0
  /// How many more may wait behind a replay.
  private var budget = 0
  /// How many calls are being made.
  private var active = 0
  /// Whether somebody makes the calls that waited.
  private var isWorking = false
  private var waiters: [@Sendable () -> Void] = []

  init(_ policy: ConsentPolicy, _ decision: ConsentDecision) {
    self.policy = policy
    self.decision = decision
  }

  var status: Consent.Status { decision.status }

  /// Whether something waits for the user's decision, or for its turn after that.
  var isHolding: Bool { !kept.isEmpty }

  private var isIdle: Bool { !isWorking && closing.isEmpty && kept.isEmpty }

  /// Whether a call may be made at once; ``leave()`` has to follow.
  ///
  /// - Parameters:
  ///   - isChange: Whether it says who the user is, or purges.
  ///   - moment: When it was tracked.
  mutating func passes(isChange: Bool, from moment: ConsentMoment) -> Bool {
    let mayOvertake = budget <= 0 && kept.mayBeOvertaken(byChange: isChange)
    guard status == .granted, closing.isEmpty, isIdle || mayOvertake else { return false }
    if refuses(isChange: isChange, from: moment) { return false }
    active += 1
    hasPassed = true
    return true
  }

  private func refuses(isChange: Bool, from moment: ConsentMoment) -> Bool {
    decision.refuses(from: moment, isDroppedUndecided: policy.dropsUndecided && !isChange)
  }

  /// Takes a delivery that does not pass, unless it is a `purge`. Returns what is to be released after unlocking.
  mutating func take(_ new: KeptDelivery) -> (passes: Bool, discarded: [KeptDelivery]) {
    let delivery = new.delivery
    if refuses(isChange: delivery.isChange, from: new.moment) { return (false, []) }
    switch (status, delivery) {
    case (.undecided, .purge), (.denied, .purge):
      let discarded = removeOrdinary()
      if !closing.isEmpty { return (false, discarded) }
      active += 1
      return (true, discarded)
    case (.denied, _): return (false, [])
    case (.undecided, .reset):
      let discarded = removeAll()
      kept.append(new)
      return (false, discarded)
    case (.undecided, .identify):
      kept.removeLast(replacedBy: delivery)
      kept.append(new)
    case (.undecided, _):
      if ordinary >= policy.capacity {
        dropped += 1
      } else {
        ordinary += 1
        kept.append(new)
      }
    case (.granted, .purge):
      let discarded = removeOrdinary()
      kept.append(new)
      return (false, discarded)
    case (.granted, _):
      // Only if calls take very long, while more come without end.
      if budget <= -Self.waitingCapacity {
        if !delivery.tellsUser {
          dropped += 1
          break
        }
        kept.removeLast(replacedBy: delivery)
      }
      budget -= 1
      kept.append(new)
    }
    return (false, [])
  }

  /// A call was made. Returns whether the caller has to make those that were waiting for that.
  mutating func leave() -> Bool {
    active -= 1
    return startsWork()
  }

  /// The user has decided.
  ///
  /// - Parameter isToldElsewhere: Whether others tell the tracker of a denial. Then that leaves something to do here
  ///   only if something has passed here.
  mutating func change(to new: ConsentDecision, isToldElsewhere: Bool = false) -> Change {
    var change = Change()
    if new.moment <= decision.moment { return change }
    let known = decision
    decision = new
    // Also if the user has changed their mind again since, and that was heard of first.
    let denies = new.denies(after: known)
    if denies {
      change.discarded = removeAll()
      if hasPassed || !isToldElsewhere {
        closing = [Delivery.reset, .purge].map { KeptDelivery($0, at: new.moment) }
      }
      hasPassed = false
    }
    if status == .granted, denies || known.status != .granted {
      budget = Self.replayCapacity
      ordinary = 0
      if policy.reportsOverflow { change.dropped = dropped }
      dropped = 0
    }
    change.startsWork = startsWork()
    return change
  }

  /// The next call to make; ``leave()`` has to follow.
  mutating func next() -> Step {
    kept.endLast()
    let isReplay = closing.isEmpty
    guard hasWork, let next = isReplay ? kept.popFirst() : closing.removeFirst() else {
      isWorking = false
      defer {
        waiters = []
        if status == .granted { dropped = 0 }
      }
      return .finish(waiters, dropped: status == .granted ? dropped : 0)
    }
    active += 1
    if isReplay { hasPassed = true }
    return .perform(next)
  }

  /// Keeps `waiter` until nothing is being replayed. If nothing is, it is not kept, and the result is `false`.
  mutating func wait(_ waiter: @escaping @Sendable () -> Void) -> Bool {
    if isWorking { waiters.append(waiter) }
    return isWorking
  }

  private var hasWork: Bool {
    closing.isEmpty ? status == .granted && !kept.isEmpty : active == 0
  }

  private mutating func startsWork() -> Bool {
    if isWorking || !hasWork { return false }
    isWorking = true
    return true
  }

  private mutating func removeAll() -> [KeptDelivery] {
    (ordinary, dropped) = (0, 0)
    return kept.removeAll()
  }

  /// Removes what waits, except who the user is.
  private mutating func removeOrdinary() -> [KeptDelivery] {
    (ordinary, dropped) = (0, 0)
    return kept.removeAllButUser()
  }
}
