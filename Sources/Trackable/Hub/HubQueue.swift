/// All destinations of a hub, and who waits for what: a pure state machine. ``HubCore`` holds the lock and carries out
/// what is answered.
///
/// A *party* is somebody suspended, known by a number: for room, for a flush, for the start, or for the end.
struct HubQueue {
  private struct Wait {
    /// How many destinations have not answered.
    var remaining: Int
    var success: Bool
  }

  /// How many deliveries are taken before whoever brings the next one sorts them.
  static let inboxSize = 64

  private(set) var destinations: [DestinationQueue]
  private(set) var isClosing = false
  /// What was handed over and not yet given to the destinations: callers are in a hurry, workers are not. Whatever looks
  /// at a destination sorts it first, so that nobody can tell.
  private var inbox: [HubEntry] = []
  /// Whether a worker was woken to sort the inbox and has not come.
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
  /// How many deliveries that were there when the hub began to close did not arrive.
  var lost: Int { destinations.reduce(0) { $0 + $1.lost } }

  /// Takes a delivery for all destinations that want it; where there is no room, something is dropped.
  mutating func post(_ entry: HubEntry, _ actions: inout HubActions) {
    if isClosing || inbox.count >= Self.inboxSize {
      sort(&actions)
      enqueue(entry, party: nil, &actions)
      return
    }
    inbox.append(entry)
    if isWaking { return }
    // One is enough: it wakes the others.
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

  /// Gives the destinations what is in the inbox.
  mutating func sort(_ actions: inout HubActions) {
    isWaking = false
    if inbox.isEmpty { return }
    let entries = inbox
    inbox = []
    inbox.reserveCapacity(Self.inboxSize)
    for entry in entries { enqueue(entry, party: nil, &actions) }
    // Those that nobody wants must not be released under the lock.
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

  /// `party` waits until it is known of each destination whether it could be configured.
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

  /// `party` waits no longer. A delivery for which it was suspended is dropped.
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

  /// Nothing is taken any more; what is there is delivered. ``close(_:)`` ends it if that takes too long. `failed` is, for
  /// each destination, how much of what its worker has in hand was thrown for already.
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

  /// Ends now. What is in hand or waits is lost: workers have accounted for what arrived.
  mutating func close(_ actions: inout HubActions) {
    sort(&actions)
    isClosing = true
    for index in destinations.indices { destinations[index].close(&actions) }
    settleWaits(&actions)
  }

  // MARK: The worker of a destination

  /// What the worker does next. A worker that is rested, and is told to wait, is woken when there is something.
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

  /// A destination answered `party`, which hears of it when all have.
  private mutating func complete(_ party: Int, success: Bool, _ actions: inout HubActions) {
    guard var wait = waits[party] else { return }
    wait.remaining -= 1
    wait.success = wait.success && success
    waits[party] = wait.remaining == 0 ? nil : wait
    if wait.remaining == 0 { actions.resumed.append((party, wait.success)) }
  }

  /// What the destinations answered is a part of what a party waits for.
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

  /// Each destination says that something came late; once is enough.
  private mutating func tellOfLateOnce(_ actions: inout HubActions) {
    if actions.notices.isEmpty { return }
    let isLate = actions.notices.contains(.late)
    actions.notices.removeAll { $0 == .late }
    if isLate && !wasLate { actions.notices.append(.late) }
    wasLate = wasLate || isLate
  }
}
