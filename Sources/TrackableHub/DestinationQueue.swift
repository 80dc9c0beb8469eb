/// What one destination of a hub still has to receive, and what became of the rest. This is a pure state machine,
/// without a lock, a clock or a task.
///
/// | phase | a delivery | the worker is told |
/// |---|---|---|
/// | waiting | waits for `start` | nothing: there is no worker yet |
/// | configuring | waits | to configure, after a pause if that has failed before |
/// | ready | waits for the worker | to deliver, to flush, or to wait for work |
/// | failed | is dropped: *failed* | to stop |
/// | closed | is dropped: *after shutdown* | to stop |
///
/// The capacity limits how many deliveries wait, and ``batchSize`` how many the worker has in hand. The deliveries of
/// suspended callers, one for each, wait in the overflow queue, which is used only while the queue is full.
struct DestinationQueue {
  enum Phase: Hashable {
    case waiting
    case configuring(failures: Int)
    case ready
    case failed
    case closed
  }

  enum Work {
    case configure(after: Duration)
    case deliver([HubEntry])
    case flush
    case wait
    case stop
  }

  struct Counts: Hashable {
    var accepted = 0
    var delivered = 0
    var overflow = 0
    var prohibited = 0
    var failed = 0
    var afterShutdown = 0
    var purged = 0
  }

  struct Slot {
    let entry: HubEntry
    let sequence: Int
    /// The waiter that is suspended for it; 0 means nobody.
    var waiter = 0
  }

  /// How many deliveries a worker takes at once, so that it takes the lock only once for all of them. If fewer are
  /// waiting, it first rests for a moment.
  static let batchSize = 32

  let index: Int
  let capacity: Int
  let overflow: OverflowPolicy
  let rules: HubRules
  let retry: RetryPolicy
  /// Whether a gate in front of it decides what it gets.
  let isGated: Bool

  var phase = Phase.waiting
  var counts = Counts()
  /// How many deliveries the worker has taken and not yet accounted for.
  var inHand = 0
  /// Whether it ends as soon as it is empty.
  var isClosing = false
  /// How many of the deliveries that were there when it began to close did not arrive.
  var lost = 0
  /// Whether it has ever been configured.
  var wasConfigured = false

  var queue = Ring<Slot>()
  var overflowQueue = Ring<Slot>()
  /// How many events, user properties and errors are in the queue.
  var ordinary = 0
  /// How many user changes are in the queue and in the overflow queue.
  var userChanges = 0
  /// Whether the worker is waiting to be woken.
  var isParked = false
  var isOverflowing = false
  var didLastFlush = false
  /// The waiters that want everything up to a sequence number to have arrived, ordered by that number.
  var flushes: [(waiter: Int, target: Int)] = []
  /// The waiters for whom the worker is flushing the destination at this moment.
  var flushing: [Int] = []

  init(
    index: Int, capacity: Int, overflow: OverflowPolicy, rules: HubRules, retry: RetryPolicy, isGated: Bool = false
  ) {
    self.index = index
    self.capacity = max(capacity, 1)
    self.overflow = overflow
    self.rules = rules
    self.retry = retry
    self.isGated = isGated
  }

  /// What was accepted and has neither arrived nor been dropped.
  var pending: Int { queue.count + overflowQueue.count + inHand }
  /// Whether nothing will happen here any more.
  var isFinished: Bool { phase == .failed || phase == .closed }
  /// Whether the outcome of configuring is known.
  var isSettled: Bool { isFinished || phase == .ready }

  // MARK: Deliveries arrive

  /// Whether a delivery is meant for it.
  func isAddressed(by entry: HubEntry) -> Bool { entry.destination.map { $0 == index } ?? !isGated }

  /// Takes a delivery, and returns whether that was possible; a delivery that the rules prohibit counts as taken. `nil`
  /// means that `waiter` has to wait for the answer.
  mutating func enqueue(_ entry: HubEntry, sequence: Int, waiter: Int?, _ actions: inout HubActions) -> Bool? {
    counts.accepted += 1
    guard rules.allows(entry.subject) else {
      counts.prohibited += 1
      return true
    }
    if phase == .failed {
      counts.failed += 1
      return false
    }
    if isClosing || phase == .closed {
      counts.afterShutdown += 1
      actions.notices.append(.late)
      return false
    }
    let slot = Slot(entry: entry, sequence: sequence)
    if entry.isUserChange {
      if entry.isPurge { purge(&actions) }
      return admitUserChange(slot, &actions)
    }
    if ordinary < capacity {
      ordinary += 1
      queue.append(slot)
      wake(&actions)
      return true
    }
    return overflow(slot, waiter: waiter, &actions)
  }

  private mutating func admitUserChange(_ slot: Slot, _ actions: inout HubActions) -> Bool {
    if userChanges < capacity {
      userChanges += 1
    } else if let oldest = queue.removeFirst(where: { $0.entry.isUserChange })
      ?? overflowQueue.removeFirst(where: { $0.entry.isUserChange })
    {
      // Under every policy the oldest makes room for the newest, because the newest says to whom everything that
      // follows belongs.
      dropForOverflow(oldest.entry, &actions)
    }
    // Order is kept: it goes behind everything that came before, even behind what is still waiting for room.
    if overflowQueue.isEmpty { queue.append(slot) } else { overflowQueue.append(slot) }
    wake(&actions)
    return true
  }

  /// Forgets what waits, except who the user is.
  private mutating func purge(_ actions: inout HubActions) {
    for slot in queue.removeAll() + overflowQueue.removeAll() {
      if slot.entry.tellsUser {
        queue.append(slot)
        continue
      }
      if slot.entry.isUserChange { userChanges -= 1 }
      counts.purged += 1
      actions.discarded.append(slot.entry)
      if slot.waiter != 0 { actions.resumed.append((slot.waiter, false)) }
    }
    ordinary = 0
  }

  private mutating func overflow(_ slot: Slot, waiter: Int?, _ actions: inout HubActions) -> Bool? {
    switch overflow {
    case .dropOldest:
      if let oldest = queue.removeFirst(where: { !$0.entry.isUserChange }) { dropForOverflow(oldest.entry, &actions) }
      queue.append(slot)
      return true
    case .suspend:
      guard let waiter else { break }
      overflowQueue.append(Slot(entry: slot.entry, sequence: slot.sequence, waiter: waiter))
      return nil
    case .dropNewest: break
    }
    dropForOverflow(slot.entry, &actions)
    return false
  }

  mutating func dropForOverflow(_ entry: HubEntry, _ actions: inout HubActions) {
    counts.overflow += 1
    actions.discarded.append(entry)
    if !isOverflowing { actions.notices.append(.overflow(index)) }
    isOverflowing = true
  }

  mutating func wake(_ actions: inout HubActions) {
    if isParked {
      isParked = false
      actions.wake.append(index)
    }
  }
}
