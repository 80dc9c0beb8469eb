/// All destinations of a hub, and who waits for what. This is a pure state machine: ``HubCore`` holds the lock, and
/// does what the methods ask for.
///
/// A *party* is a suspended caller, known by a number. It waits for room, for a flush, for the start, or for the end.
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
  /// What was handed over, but not yet distributed to the destinations: callers are in a hurry, workers are not.
  /// Everything that looks at a destination sorts the inbox first, so nobody notices the difference.
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
    if isClosing || inbox.count >= Self.inboxSize {
      sort(&actions)
      enqueue(entry, party: nil, &actions)
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

  /// Takes a delivery for all destinations that want it. `party` is suspended until each has room.
  mutating func call(_ entry: HubEntry, party: Int, _ actions: inout HubActions) {
    sort(&actions)
    enqueue(entry, party: party, &actions)
  }

  /// Distributes the inbox to the destinations.
  mutating func sort(_ actions: inout HubActions) {
    isWaking = false
    if inbox.isEmpty { return }
    let entries = inbox
    inbox = []
    inbox.reserveCapacity(Self.inboxSize)
    for entry in entries { enqueue(entry, party: nil, &actions) }
    // Entries that no destination wants must not be released under the lock.
    actions.sorted = entries
  }

  private mutating func enqueue(_ entry: HubEntry, party: Int?, _ actions: inout HubActions) {
    nextSequence += 1
    var wait = Wait(remaining: 0, success: true)
    for index in destinations.indices {
      switch destinations[index].enqueue(entry, sequence: nextSequence, party: party, &actions) {
      case .some(let success): wait.success = wait.success && success
      case .none: wait.remaining += 1
      }
    }
    if let party { begin(wait, for: party, &actions) }
    tellOfLateOnce(&actions)
  }

  mutating func start() {
    if isClosing { return }
    for index in destinations.indices { destinations[index].start() }
  }

  /// `party` waits until the outcome of configuring is known for every destination.
  mutating func awaitStart(_ party: Int, _ actions: inout HubActions) {
    waitingForStart.append(party)
    resumeWhoWaitedForAll(&actions)
  }

  mutating func flush(_ party: Int, _ actions: inout HubActions) {
    sort(&actions)
    var wait = Wait(remaining: 0, success: true)
    for index in destinations.indices where destinations[index].flush(party, target: nextSequence, &actions) {
      wait.remaining += 1
    }
    begin(wait, for: party, &actions)
  }

  /// `party` stops waiting. If it was suspended for a delivery, that delivery is dropped.
  mutating func withdraw(_ party: Int, _ actions: inout HubActions) {
    sort(&actions)
    for index in destinations.indices where destinations[index].withdraw(party, &actions) {
      complete(party, success: false, &actions)
    }
    if waitingForStart.contains(party) || waitingForEnd.contains(party) {
      waitingForStart.removeAll { $0 == party }
      waitingForEnd.removeAll { $0 == party }
      actions.resumed.append((party, false))
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

  /// `party` waits until every destination has ended.
  mutating func awaitEnd(_ party: Int, _ actions: inout HubActions) {
    waitingForEnd.append(party)
    resumeWhoWaitedForAll(&actions)
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

  mutating func settle(_ index: Int, delivered: Int, failed: Int) {
    destinations[index].settle(delivered: delivered, failed: failed)
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

  // MARK: Who waits

  private mutating func begin(_ wait: Wait, for party: Int, _ actions: inout HubActions) {
    if wait.remaining == 0 {
      actions.resumed.append((party, wait.success))
    } else {
      waits[party] = wait
    }
  }

  /// One destination has answered `party`, which is resumed when all have.
  private mutating func complete(_ party: Int, success: Bool, _ actions: inout HubActions) {
    guard var wait = waits[party] else { return }
    wait.remaining -= 1
    wait.success = wait.success && success
    waits[party] = wait.remaining == 0 ? nil : wait
    if wait.remaining == 0 { actions.resumed.append((party, wait.success)) }
  }

  /// Each answer of a destination is only part of what a party waits for, so answers are collected until all are there.
  private mutating func settleWaits(_ actions: inout HubActions) {
    let answers = actions.resumed.filter { waits[$0.party] != nil }
    if !answers.isEmpty {
      actions.resumed.removeAll { waits[$0.party] != nil }
      for answer in answers { complete(answer.party, success: answer.success, &actions) }
    }
    resumeWhoWaitedForAll(&actions)
  }

  private mutating func resumeWhoWaitedForAll(_ actions: inout HubActions) {
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

  /// Each destination says by itself that something came late; one notice is enough.
  private mutating func tellOfLateOnce(_ actions: inout HubActions) {
    if actions.notices.isEmpty { return }
    let isLate = actions.notices.contains(.late)
    actions.notices.removeAll { $0 == .late }
    if isLate && !wasLate { actions.notices.append(.late) }
    wasLate = wasLate || isLate
  }
}
