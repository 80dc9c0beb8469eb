/// All destinations of a hub, and who waits for what. This is a pure state machine: ``HubCore`` holds the lock, and
/// does what the methods ask for.
///
/// A *waiter* is a suspended caller, known by a number. It waits for room, for a flush, for the start, or for the end.
struct HubQueue {
  private struct Wait {
    /// How many destinations have not answered yet.
    var remaining: Int
    var success: Bool
  }

  /// How many deliveries the inbox takes. Whoever brings the next one has to sort them.
  static let inboxSize = 64

  private(set) var destinations: [DestinationQueue]
  private(set) var isClosing = false
  /// What was handed over, but not yet distributed to the destinations. A call appends to this one array, whatever the
  /// number of destinations, and a worker distributes it. Everything that looks at a destination sorts the inbox first,
  /// so the difference cannot be seen.
  private var inbox: [HubEntry] = []
  /// Whether a worker was woken to sort the inbox, and has not done so yet.
  private var isWaking = false
  private var nextSequence = 0
  private var waits: [Int: Wait] = [:]
  private var waitingForStart: [Int] = []
  private var waitingForEnd: [Int] = []
  private var wasLate = false

  init(destinations: [DestinationQueue]) {
    self.destinations = destinations
  }

  var isFinished: Bool { destinations.allSatisfy(\.isFinished) }
  var pending: Int { destinations.reduce(0) { $0 + $1.pending } }
  /// How many of the deliveries that were there when the hub began to close did not arrive.
  var lost: Int { destinations.reduce(0) { $0 + $1.lost } }

  /// Takes a delivery for all destinations that want it. Where there is no room, something is dropped.
  mutating func post(_ entry: HubEntry, _ actions: inout HubActions) {
    if isClosing || inbox.count >= Self.inboxSize || entry.isPurge {
      sort(&actions)
      enqueue(entry, waiter: nil, &actions)
      return
    }
    inbox.append(entry)
    if isWaking { return }
    // One worker is enough: by sorting, it wakes the others.
    for index in destinations.indices where destinations[index].isParked {
      destinations[index].wake(&actions)
      isWaking = true
      return
    }
  }

  /// Takes a delivery for all destinations that want it. `waiter` is suspended until each has room.
  mutating func call(_ entry: HubEntry, waiter: Int, _ actions: inout HubActions) {
    sort(&actions)
    enqueue(entry, waiter: waiter, &actions)
  }

  /// Distributes the inbox to the destinations.
  mutating func sort(_ actions: inout HubActions) {
    isWaking = false
    if inbox.isEmpty { return }
    let entries = inbox
    inbox = []
    inbox.reserveCapacity(Self.inboxSize)
    for entry in entries { enqueue(entry, waiter: nil, &actions) }
    // Entries that no destination wants must not be released under the lock.
    actions.sorted = entries
  }

  private mutating func enqueue(_ entry: HubEntry, waiter: Int?, _ actions: inout HubActions) {
    nextSequence += 1
    var wait = Wait(remaining: 0, success: true)
    for index in destinations.indices where destinations[index].isAddressed(by: entry) {
      switch destinations[index].enqueue(entry, sequence: nextSequence, waiter: waiter, &actions) {
      case .some(let success): wait.success = wait.success && success
      case .none: wait.remaining += 1
      }
    }
    if let waiter { begin(wait, for: waiter, &actions) }
    reportLateOnce(&actions)
  }

  mutating func start() {
    if isClosing { return }
    for index in destinations.indices { destinations[index].start() }
  }

  /// `waiter` waits until the outcome of configuring is known for every destination.
  mutating func awaitStart(_ waiter: Int, _ actions: inout HubActions) {
    waitingForStart.append(waiter)
    resumeWaitersForAll(&actions)
  }

  mutating func flush(_ waiter: Int, _ actions: inout HubActions) {
    sort(&actions)
    var wait = Wait(remaining: 0, success: true)
    for index in destinations.indices where destinations[index].flush(waiter, target: nextSequence, &actions) {
      wait.remaining += 1
    }
    begin(wait, for: waiter, &actions)
  }

  /// `waiter` stops waiting. If it was suspended for a delivery, that delivery is dropped.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    sort(&actions)
    for index in destinations.indices where destinations[index].withdraw(waiter, &actions) {
      complete(waiter, success: false, &actions)
    }
    if waitingForStart.contains(waiter) || waitingForEnd.contains(waiter) {
      waitingForStart.removeAll { $0 == waiter }
      waitingForEnd.removeAll { $0 == waiter }
      actions.resumed.append((waiter, false))
    }
    settleWaits(&actions)
  }

  /// Accepts nothing more; what is left is delivered. ``close(_:)`` ends that if it takes too long. `failed` says, for
  /// each destination, how many deliveries of its worker's current batch have already failed.
  mutating func beginClosing(failed: [Int], _ actions: inout HubActions) {
    if isClosing { return }
    sort(&actions)
    isClosing = true
    for index in destinations.indices { destinations[index].beginClosing(failed: failed[index], &actions) }
    settleWaits(&actions)
  }

  /// `waiter` waits until every destination has ended.
  mutating func awaitEnd(_ waiter: Int, _ actions: inout HubActions) {
    waitingForEnd.append(waiter)
    resumeWaitersForAll(&actions)
  }

  /// Ends at once. What is in hand or waiting is lost; the workers have accounted for what arrived.
  mutating func close(_ actions: inout HubActions) {
    sort(&actions)
    isClosing = true
    for index in destinations.indices { destinations[index].close(&actions) }
    settleWaits(&actions)
  }

  // MARK: The worker of a destination

  /// Returns what the worker does next. A rested worker that is told to wait is woken when there is something to do.
  mutating func next(_ index: Int, isRested: Bool = true, _ actions: inout HubActions) -> DestinationQueue.Work {
    sort(&actions)
    let work = destinations[index].next(isRested: isRested, &actions)
    settleWaits(&actions)
    return work
  }

  mutating func settle(_ index: Int, _ count: DeliveryProgress.Count) {
    destinations[index].settle(count)
  }

  mutating func configured(_ index: Int, _ actions: inout HubActions) {
    destinations[index].configured()
    settleWaits(&actions)
  }

  mutating func configurationFailed(
    _ index: Int, _ actions: inout HubActions
  ) -> (failures: Int, willRetry: Bool)? {
    defer { settleWaits(&actions) }
    sort(&actions)
    return destinations[index].configurationFailed(&actions)
  }

  mutating func flushed(_ index: Int, _ actions: inout HubActions) {
    destinations[index].flushed(&actions)
    settleWaits(&actions)
  }

  // MARK: Waiters

  private mutating func begin(_ wait: Wait, for waiter: Int, _ actions: inout HubActions) {
    if wait.remaining == 0 {
      actions.resumed.append((waiter, wait.success))
    } else {
      waits[waiter] = wait
    }
  }

  /// One destination has answered `waiter`, which is resumed when all have.
  private mutating func complete(_ waiter: Int, success: Bool, _ actions: inout HubActions) {
    guard var wait = waits[waiter] else { return }
    wait.remaining -= 1
    wait.success = wait.success && success
    waits[waiter] = wait.remaining == 0 ? nil : wait
    if wait.remaining == 0 { actions.resumed.append((waiter, wait.success)) }
  }

  /// Each answer of a destination is only part of what a waiter waits for, so answers are collected until all are there.
  private mutating func settleWaits(_ actions: inout HubActions) {
    let answers = actions.resumed.filter { waits[$0.waiter] != nil }
    if !answers.isEmpty {
      actions.resumed.removeAll { waits[$0.waiter] != nil }
      for answer in answers { complete(answer.waiter, success: answer.success, &actions) }
    }
    resumeWaitersForAll(&actions)
  }

  private mutating func resumeWaitersForAll(_ actions: inout HubActions) {
    if !waitingForStart.isEmpty, destinations.allSatisfy(\.isSettled) {
      let success = destinations.allSatisfy(\.wasConfigured)
      actions.resumed += waitingForStart.map { ($0, success) }
      waitingForStart = []
    }
    if !waitingForEnd.isEmpty, isClosing, isFinished {
      actions.resumed += waitingForEnd.map { ($0, true) }
      waitingForEnd = []
    }
  }

  /// Each destination has a notice of its own that something came late; only the first is kept.
  private mutating func reportLateOnce(_ actions: inout HubActions) {
    if actions.notices.isEmpty { return }
    let isLate = actions.notices.contains(.late)
    actions.notices.removeAll { $0 == .late }
    if isLate && !wasLate { actions.notices.append(.late) }
    wasLate = wasLate || isLate
  }
}
