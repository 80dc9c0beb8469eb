import Trackable
import TrackableHub

/// One destination in plain words: a list of everything that it was ever given, in order, each with what became of it.
struct ModelDestination {
  enum Fate: Hashable {
    // Outstanding.
    case waiting, returned, inHand
    // Settled.
    case delivered, overflow, rejected, expired, failed, afterShutdown, purged
  }

  enum Kind: Hashable { case event, identify(String), reset, purge }

  struct Item {
    let kind: Kind
    let sequence: Int
    let enqueuedAt: Duration
    let userID: String?
    var fate = Fate.waiting
    var attempt = 1

    var isChange: Bool { kind != .event }
    var isSignInOrOut: Bool { isChange && kind != .purge }
    var forgets: Bool { kind == .reset || kind == .purge }
    var isOutstanding: Bool { [.waiting, .returned, .inHand].contains(fate) }
  }

  /// Who waits for these to have arrived, as far as they had not when it began to wait.
  struct Wait {
    let waiter: Int
    var items: [Int]
    /// It waits for all that came before as well.
    var others: [Int] = []
    /// Whether it waits for the flush that a store is at.
    var isUnderWay = false
  }

  enum Activity {
    case idle
    /// These are in hand; as many of them have been settled by calls that the destination makes itself.
    case delivering(items: [Int], settled: Int, isPurged: Bool)
    case flushing
  }

  enum Phase { case new, configuring, ready, failed, closed }

  /// The work for now.
  enum Start: Equatable { case configure, deliver([Int]), flush }

  let name: String
  let policy: DeliveryPolicy
  let isStoring: Bool
  /// What a store of the world has; and what is left and lost when it was flushed.
  static let (stored, leftByFlush, lostByFlush) = (3, 2, 1)

  var items: [Item] = []
  var userID: String?
  /// When the last purge came, and whether a delivery has failed since.
  var lastPurge = -1
  var hasPurgeFailed = false
  var phase = Phase.new
  var activity = Activity.idle
  /// Whether it is being configured.
  var isBeingConfigured = false
  /// When the current call is cancelled.
  var deadline: Duration?
  var isFlushOverdue = false
  /// Whether a store flushes, beside everything else, and when that is cancelled.
  var isFlushingBeside = false
  var sideDeadline: Duration?
  var failures = 0
  var resumesAt: Duration?
  /// Until when the destination has told all to wait.
  var toldUntil: Duration?
  var sizeLimit: Int?
  var flushes: [Wait] = []
  var isClosing = false
  var wasConfigured = false
  /// Whether a purge has kept the destination from making the rest of its calls, and how many it has refused.
  var hasStopped = false
  var refused = 0
  /// What the shutdown was told about it.
  private(set) var closingResult = DeliveryResult()
  // What the world collects.
  var answers: [(waiter: Int, result: DeliveryResult)] = []
  var cancelled = 0
  var issues: [TrackableIssue.Kind] = []
  private var isOverflowing = false
  private var isFailing = false
  private var isGivingUp = false
  private var isRejecting = false
  /// The places of items that are not settled, in order: the list grows, and reading all of it takes long.
  private var open: [Int] = []

  init(name: String, policy: DeliveryPolicy, isStoring: Bool) {
    self.name = name
    self.policy = policy
    self.isStoring = isStoring
  }

  var isEnded: Bool { phase == .failed || phase == .closed }
  /// The law: no state refuses what forgets, if the destination is one that can be told.
  private func isRefused(_ item: Item) -> Bool {
    if item.forgets { return isEnded && !canBeToldToForget }
    return isEnded || isClosing
  }
  private var canBeToldToForget: Bool { wasConfigured || policy.purgesBeforeConfiguring }
  var outstanding: [Int] { open }
  func places(_ fate: Fate) -> [Int] { open.filter { items[$0].fate == fate } }
  /// Whether the last purge, or what came before it, still waits.
  var isPurgeWaiting: Bool { open.contains { items[$0].fate != .inHand && items[$0].sequence <= lastPurge } }
  func count(_ fate: Fate) -> Int { items.count { $0.fate == fate } }

  private mutating func set(_ place: Int, _ fate: Fate) {
    if items[place].fate == fate { return }
    items[place].fate = fate
    if !items[place].isOutstanding { open.removeAll { $0 == place } }
  }

  private mutating func add(_ item: Item) {
    if item.isOutstanding { open.append(items.count) }
    items.append(item)
  }

  // MARK: Something comes

  mutating func give(_ kind: Kind, sequence: Int, at time: Duration) {
    var user = userID
    switch kind {
    case .identify(let newID): (user, userID) = (newID, newID)
    case .reset: userID = nil
    case .event, .purge: break
    }
    var item = Item(kind: kind, sequence: sequence, enqueuedAt: time, userID: user)
    if isRefused(item) {
      item.fate = phase == .failed ? .failed : .afterShutdown
      return add(item)
    }
    if kind == .purge {
      (lastPurge, hasPurgeFailed) = (sequence, false)
      purge()
    }
    // The law: what has come back waits like the others.
    let waiting = open.filter { items[$0].fate != .inHand }
    if waiting.count < policy.capacity || kind == .purge { return add(item) }
    // The law: these are never dropped. Of anything else, the oldest is.
    let lastWord = item.isSignInOrOut ? nil : items.lastIndex { $0.isSignInOrOut && $0.fate != .afterShutdown }
    let reset = waiting.first { items[$0].kind == .reset }
    let droppable = waiting.filter { items[$0].kind != .purge && $0 != lastWord && $0 != reset }
    if let oldest = droppable.first {
      noteOverflow()
      set(oldest, .overflow)
    }
    add(item)
  }

  private mutating func noteOverflow() {
    if !isOverflowing { issues.append(.queueOverflow) }
    isOverflowing = true
  }

  private mutating func purge() {
    // The law: the queue is empty, but for the last word on who the user is and a reset before it.
    let left = open.filter { items[$0].fate != .inHand }
    let lastWord = left.last { items[$0].isSignInOrOut }
    let reset = lastWord.map { items[$0].kind } == .reset ? nil : left.last { items[$0].kind == .reset }
    for place in left where ![lastWord, reset].contains(place) { set(place, .purged) }
    if case .delivering(let hand, let settled, _) = activity {
      activity = .delivering(items: hand, settled: settled, isPurged: true)
      cancelled += 1
    }
    if isBeingConfigured && policy.purgesBeforeConfiguring {
      isBeingConfigured = false
      cancelled += 1
    }
    // It flushes again after the purge.
    if case .flushing = activity {
      (activity, deadline, isFlushOverdue) = (.idle, nil, true)
      cancelled += 1
    }
    leaveSideFlush()
  }

  private mutating func leaveSideFlush() {
    if !isFlushingBeside { return }
    (isFlushingBeside, sideDeadline, isFlushOverdue) = (false, nil, true)
    cancelled += 1
  }

  // MARK: The destination works

  /// Looks for something to do at this time.
  mutating func work(at now: Duration, isPaused: Bool, expires: Bool = true, checksTime: Bool = true) -> Start? {
    if checksTime, let deadline, deadline <= now { overrun() }
    if checksTime, let sideDeadline, sideDeadline <= now {
      leaveSideFlush()
      answerSettled(isFlushed: false)
    }
    guard case .idle = activity else { return nil }
    switch phase {
    case .new: return nil
    case .failed, .closed:
      if open.isEmpty || isResting(at: now) { return nil }
      return .deliver(takeBatch(at: now))
    case .configuring:
      let purges = isPurgeWaiting && policy.purgesBeforeConfiguring
      if isBeingConfigured && !purges || isResting(at: now) { return nil }
      if purges { return .deliver(takeBatch(at: now)) }
      isBeingConfigured = true
      return .configure
    case .ready: break
    }
    if expires { expire(at: now) }
    if startsFlush(at: now) { return .flush }
    if open.isEmpty {
      if isClosing && !isFlushingBeside { end() }
      return nil
    }
    if isPaused && !isPurgeWaiting || isResting(at: now) || !isDue(at: now) { return nil }
    return .deliver(takeBatch(at: now))
  }

  private mutating func overrun() {
    deadline = nil
    cancelled += 1
    switch activity {
    case .flushing:
      isFlushOverdue = true
      activity = .idle
      answerSettled(isFlushed: false)
    case .delivering: issues.append(.deliveryTimedOut)
    case .idle: break
    }
  }

  private mutating func isResting(at now: Duration) -> Bool {
    if isPurgeWaiting && !hasPurgeFailed { return false }
    if let resumesAt, resumesAt > now { return true }
    (resumesAt, toldUntil) = (nil, nil)
    return false
  }

  mutating func hurry() { resumesAt = toldUntil }

  private mutating func expire(at now: Duration) {
    guard let age = policy.maximumAge else { return }
    for place in open where !items[place].isChange && now - items[place].enqueuedAt > age {
      set(place, .expired)
    }
  }

  private mutating func startsFlush(at now: Duration) -> Bool {
    if isPurgeWaiting { return false }
    if !flushes.contains(where: isSettled) { return false }
    if isFlushOverdue {
      answerSettled(isFlushed: false)
      return false
    }
    // The law: what comes while a store waits for its service must get onto the disk.
    if isStoring {
      if isFlushingBeside { return false }
      (isFlushingBeside, sideDeadline) = (true, now + policy.timeLimit)
      for place in flushes.indices where isSettled(flushes[place]) { flushes[place].isUnderWay = true }
      return true
    }
    activity = .flushing
    deadline = now + policy.timeLimit
    return true
  }

  private func isDue(at now: Duration) -> Bool {
    if isClosing || isPurgeWaiting || !flushes.allSatisfy(isSettled) || !places(.returned).isEmpty { return true }
    let waiting = places(.waiting)
    return waiting.count >= min(policy.capacity, policy.batchSize)
      || waiting.contains { items[$0].enqueuedAt + policy.batchDelay <= now }
  }

  private mutating func takeBatch(at now: Duration) -> [Int] {
    let last = isPurgeWaiting ? open.last { items[$0].sequence <= lastPurge } ?? .max : .max
    let returned = places(.returned)
    if returned.isEmpty { sizeLimit = nil }
    let limit = min(sizeLimit ?? .max, policy.batchSize)
    var batch: [Int] = []
    let purges = isPurgeWaiting
    if returned.isEmpty || purges {
      // What a purge has left goes out with it, also if it has been out before.
      while batch.count < limit,
        let place = open.first(where: { items[$0].fate == .waiting || purges && items[$0].fate == .returned }),
        place <= last
      {
        set(place, .inHand)
        batch.append(place)
      }
    } else {
      for place in returned.prefix(limit) {
        set(place, .inHand)
        batch.append(place)
      }
    }
    if places(.waiting).isEmpty && places(.returned).isEmpty { isOverflowing = false }
    activity = .delivering(items: batch, settled: 0, isPurged: false)
    (hasStopped, refused) = (false, 0)
    deadline = now + policy.timeLimit
    return batch
  }

  // MARK: What became of it

  /// The destination makes the next call of its batch, or refuses it.
  mutating func perform(isRefused: Bool) {
    guard case .delivering(let hand, let settled, let isPurged) = activity, settled < hand.count else { return }
    set(hand[settled], isRefused ? .rejected : .delivered)
    if isRefused { refused += 1 }
    activity = .delivering(items: hand, settled: settled + 1, isPurged: isPurged)
  }

  mutating func stop() { hasStopped = true }

  mutating func configured(_ success: Bool, pause: (_ failures: Int, _ toldUntil: Duration?) -> Duration) {
    isBeingConfigured = false
    if phase != .configuring { return }
    if success {
      (phase, wasConfigured, failures) = (.ready, true, 0)
      return
    }
    failures += 1
    if failures <= policy.retry.limit ?? .max {
      resumesAt = pause(failures, toldUntil)
      if failures == 1 { issues.append(.configurationFailed) }
      return
    }
    issues.append(.destinationGivenUp)
    failures = 0
    lose(.failed)
    phase = .failed
    answerFlushes()
  }

  mutating func flushed() {
    if isFlushingBeside {
      (isFlushingBeside, sideDeadline) = (false, nil)
      for wait in flushes where wait.isUnderWay { answer(wait, isFlushed: true) }
      return flushes.removeAll(where: \.isUnderWay)
    }
    guard case .flushing = activity else { return }
    (activity, deadline) = (.idle, nil)
    answerSettled(isFlushed: true)
  }

  /// - Parameters:
  ///   - rejected: The identifiers that the destination says it refuses.
  ///   - pause: When it may be tried again, after so many failures.
  mutating func delivered(
    _ outcome: DeliveryOutcome, rejected: Set<Int>, at now: Duration,
    pause: (_ failures: Int, _ toldUntil: Duration?) -> Duration
  ) {
    guard case .delivering(let hand, let settled, let isPurged) = activity else { return }
    (activity, deadline) = (.idle, nil)
    let rest = hand.dropFirst(settled)
    if refused > 0 { noteRejection() }
    if hasStopped { return takeBack(rest, true) }
    switch outcome {
    case .accepted, .rejected:
      for place in rest { set(place, rejected.contains(place) ? .rejected : .delivered) }
      succeed()
      if rest.contains(where: rejected.contains) { noteRejection() } else if refused == 0 { isRejecting = false }
    case .tooLarge where rest.count > 1:
      sizeLimit = (rest.count + 1) / 2
      takeBack(rest, isPurged)
    case .tooLarge:
      for place in rest { set(place, .rejected) }
      succeed()
      if !rest.isEmpty { noteRejection() }
    case .retry(let after, _):
      if let after { toldUntil = now + after.bounded }
      if after != nil { resumesAt = toldUntil }
      // That it was cancelled by a purge is no failure.
      if isPurged { return takeBack(rest, true) }
      failures += 1
      hasPurgeFailed = true
      // The law: a policy gives up events. A purge, and who the user is, go out until they are taken.
      let lost = failures > policy.retry.limit ?? .max ? rest.filter { !items[$0].isChange } : []
      for place in lost { set(place, .failed) }
      takeBack(rest.filter { !lost.contains($0) }, false)
      if places(.returned).isEmpty { failures = 0 } else { resumesAt = pause(failures, toldUntil) }
      if lost.isEmpty {
        if !isFailing { issues.append(.deliveryFailed) }
      } else {
        if !isGivingUp { issues.append(.deliveryFailed) }
        isGivingUp = true
      }
      isFailing = true
    }
  }

  private mutating func succeed() { (failures, isFailing, isGivingUp) = (0, false, false) }

  private mutating func noteRejection() {
    if !isRejecting { issues.append(.deliveriesRejected) }
    isRejecting = true
  }

  private mutating func takeBack(_ places: some Sequence<Int>, _ isPurged: Bool) {
    for place in places {
      if isPurged && !items[place].isChange {
        set(place, .purged)
      } else if isEnded && !items[place].isChange {
        set(place, .afterShutdown)
      } else {
        items[place].attempt += 1
        set(place, .returned)
      }
    }
  }

  // MARK: Flush, pause, end

  /// Returns whether there is anything to wait for.
  mutating func flush(_ waiter: Int) -> Bool {
    if isEnded || (open.isEmpty && phase == .new) { return false }
    flushes.append(Wait(waiter: waiter, items: open))
    hurry()
    return true
  }

  func result(_ wait: Wait, isFlushed: Bool) -> DeliveryResult {
    var result = DeliveryResult()
    for place in wait.items {
      switch items[place].fate {
      case .waiting, .returned, .inHand: result.pending += 1
      case .delivered: result.delivered += 1
      case .overflow, .rejected, .expired, .failed, .afterShutdown, .purged: result.failed += 1
      }
    }
    // The law: a stored call has arrived when the service has it. The store says what is left and lost, also of earlier calls.
    if isStoring {
      let (left, lost) = isFlushed ? (Self.leftByFlush, Self.lostByFlush) : (Self.stored, 0)
      result.delivered = max(0, result.delivered - left - lost)
      result.pending += left
      result.failed += lost
    }
    // The law: those that have something left are named, and those that have not answered.
    if result.pending > 0 || !isFlushed && (wasConfigured || phase == .configuring) {
      result.open = [name: result.pending]
    }
    return result
  }

  private mutating func answer(_ wait: Wait, isFlushed: Bool) {
    let result = result(wait, isFlushed: isFlushed)
    if wait.waiter == 0 { closingResult = result } else { answers.append((wait.waiter, result)) }
  }

  /// `waiter` waits for one item.
  mutating func await(_ waiter: Int, _ item: Int) {
    flushes.append(Wait(waiter: waiter, items: [item], others: open))
    hurry()
    if isEnded { answerFlushes() }
  }

  private func isSettled(_ wait: Wait) -> Bool { (wait.items + wait.others).allSatisfy { !items[$0].isOutstanding } }

  private mutating func answerSettled(isFlushed: Bool) {
    for wait in flushes where isSettled(wait) { answer(wait, isFlushed: isFlushed) }
    flushes.removeAll(where: isSettled)
  }

  mutating func answerFlushes() {
    for wait in flushes { answer(wait, isFlushed: false) }
    flushes = []
  }

  mutating func withdrawFlush(_ waiter: Int) -> DeliveryResult? {
    let wait = flushes.first { $0.waiter == waiter }
    flushes.removeAll { $0.waiter == waiter }
    return wait.map { result($0, isFlushed: false) }
  }

  mutating func beginClosing() {
    if isEnded || isClosing { return }
    flushes.append(Wait(waiter: 0, items: open))
    isClosing = true
    hurry()
    if phase == .new {
      lose(.afterShutdown)
      end()
    }
  }

  mutating func close() {
    beginClosing()
    if isEnded { return }
    if isBeingConfigured { cancelled += 1 }
    isBeingConfigured = false
    leaveSideFlush()
    switch activity {
    case .idle: break
    // The law: what forgets is never too late, so its batch goes on.
    case .delivering(let hand, let settled, _) where hand.dropFirst(settled).contains { items[$0].forgets }: break
    // The law: what is being stored is stored.
    case .delivering where isStoring: break
    case .delivering(let hand, _, _):
      cancelled += 1
      for place in hand where items[place].isOutstanding { set(place, .afterShutdown) }
      (activity, deadline) = (.idle, nil)
    case .flushing: cancelled += 1
    }
    lose(.afterShutdown)
    end()
  }

  /// What waits is lost, except what forgets where it can be told.
  private mutating func lose(_ fate: Fate) {
    for place in open where items[place].fate != .inHand && !(items[place].forgets && canBeToldToForget) {
      set(place, fate)
    }
  }

  private mutating func end() {
    phase = .closed
    answerFlushes()
    if case .flushing = activity { (activity, deadline) = (.idle, nil) }
  }
}
