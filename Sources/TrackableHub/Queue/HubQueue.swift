import Trackable

/// All destinations of a hub, and who waits for what. This is a state machine: ``HubCore`` holds the lock, and does what
/// the methods ask for.
///
/// A *waiter* is a suspended caller, known by a number. It waits for calls to have arrived, or for the end.
struct HubQueue {
  /// A waiter that waits for calls.
  private struct Wait {
    /// How many destinations have not answered yet; and one as long as more may come.
    var remaining = 1
    var result = DeliveryResult()
  }

  private(set) var destinations: [DestinationQueue]
  private(set) var isClosing = false
  private(set) var isPaused = false
  /// Makes IDs of deliveries that only this hub can tell from chance.
  let key: UInt64
  private var nextSequence = 0
  private var waits: [Int: Wait] = [:]
  private var waitingForEnd: Set<Int> = []
  private var wasLate = false
  private var hasEnded = false

  /// - Parameters:
  ///   - destinations: One for each destination.
  ///   - key: A random number.
  init(destinations: [DestinationQueue], key: UInt64) {
    self.destinations = destinations
    self.key = key
  }

  var isFinished: Bool { destinations.allSatisfy(\.isFinished) }

  var ledger: TrackerLedger {
    mutating get { TrackerLedger(entries: destinations.indices.map { destinations[$0].ledgerEntry() }) }
  }

  // MARK: Calls arrive

  /// Takes a call for some destinations. Where there is no room, something is dropped.
  ///
  /// - Parameter waiter: Who waits for it to arrive: see ``awaitCalls(_:)``.
  mutating func post(
    _ entry: HubEntry, to indices: [Int], for waiter: Int? = nil, at time: Duration, _ actions: inout HubActions
  ) {
    // A user who signs out, or withdraws, is never too late.
    if isClosing && !wasLate && !entry.forgets {
      actions.problems.append(.late)
      wasLate = true
    }
    for index in indices {
      nextSequence += 1
      if let waiter, waits[waiter] != nil {
        waits[waiter]?.remaining += 1
        destinations[index].add(waiter, for: nextSequence...nextSequence)
      }
      destinations[index].enqueue(entry, sequence: nextSequence, at: time, &actions)
      if destinations[index].isFinished { destinations[index].answerFlushes(&actions) }
    }
  }

  // MARK: What is done

  /// Starts what is due at this time at all destinations, and tells waiters what has become of what they wait for.
  mutating func proceed(at now: Duration, _ actions: inout HubActions) {
    for index in destinations.indices { destinations[index].proceed(at: now, isPaused: isPaused, &actions) }
    settleWaits(&actions)
  }

  /// A call to a destination has returned.
  mutating func settle(
    _ index: Int, call: Int, _ ending: DestinationQueue.Ending, at now: Duration, _ actions: inout HubActions
  ) {
    destinations[index].settle(call, ending, key: key, at: now, &actions)
    destinations[index].proceed(at: now, isPaused: isPaused, &actions)
    settleWaits(&actions)
  }

  /// - Parameter denied: The destinations to which no consent leads. They forget what earlier processes
  ///   have left, and the user.
  mutating func start(purging denied: Set<Int> = [], at time: Duration, _ actions: inout HubActions) {
    if isClosing { return }
    for index in destinations.indices where destinations[index].phase == .waiting {
      if denied.contains(index) {
        for call in [TrackerCall.reset, .purge] { post(HubEntry(call), to: [index], at: time, &actions) }
      }
      destinations[index].start()
    }
  }

  /// Nothing is delivered until ``resume()``. What waits for a flush is told how far it is.
  mutating func pause(_ actions: inout HubActions) {
    if isClosing { return }
    isPaused = true
    for index in destinations.indices { destinations[index].answerFlushes(&actions) }
    settleWaits(&actions)
  }

  mutating func resume() { isPaused = false }

  /// Ends the pauses after failures.
  mutating func hurry() {
    for index in destinations.indices { destinations[index].hurry() }
  }

  // MARK: Waiters

  /// `waiter` waits for the calls that are posted for it, and whatever else is begun for it, up to ``allIsSaid(_:_:)``.
  mutating func awaitCalls(_ waiter: Int) { waits[waiter] = Wait() }

  /// `waiter` waits for nothing more than it does now.
  mutating func allIsSaid(_ waiter: Int, _ actions: inout HubActions) {
    actions.answered.append((waiter, DeliveryResult()))
    settleWaits(&actions)
  }

  /// `waiter` waits until everything that was handed over has arrived.
  mutating func flush(_ waiter: Int, _ actions: inout HubActions) {
    awaitCalls(waiter)
    for index in destinations.indices where destinations[index].flush(waiter, upTo: nextSequence) {
      waits[waiter]?.remaining += 1
      // Nothing will arrive meanwhile.
      if isPaused { destinations[index].answerFlushes(&actions) }
    }
    allIsSaid(waiter, &actions)
  }

  /// `waiter` waits until every destination has ended.
  mutating func awaitEnd(_ waiter: Int) { waitingForEnd.insert(waiter) }

  /// `waiter` waits no longer.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    guard var wait = waits.removeValue(forKey: waiter) else {
      if waitingForEnd.remove(waiter) != nil { actions.answered.append((waiter, DeliveryResult())) }
      return
    }
    for index in destinations.indices {
      while let result = destinations[index].withdrawFlush(waiter) { wait.result.add(result) }
    }
    actions.answered.append((waiter, wait.result))
  }

  /// Accepts nothing more; what is left is delivered. ``close(_:)`` ends that if it takes too long.
  mutating func beginClosing(_ actions: inout HubActions) {
    if isClosing { return }
    isClosing = true
    isPaused = false
    for index in destinations.indices { destinations[index].beginClosing(upTo: nextSequence, &actions) }
  }

  /// Ends at once. What has not arrived is lost.
  mutating func close(_ actions: inout HubActions) {
    isClosing = true
    for index in destinations.indices { destinations[index].close(upTo: nextSequence, &actions) }
    settleWaits(&actions)
  }

  /// Each answer of a destination is only part of what a waiter waits for, so answers are collected until all are
  /// there.
  private mutating func settleWaits(_ actions: inout HubActions) {
    var answered: [(waiter: Int, result: DeliveryResult)] = []
    for (waiter, result) in actions.answered {
      guard var wait = waits[waiter] else {
        answered.append((waiter, result))
        continue
      }
      wait.remaining -= 1
      wait.result.add(result)
      waits[waiter] = wait.remaining == 0 ? nil : wait
      if wait.remaining == 0 { answered.append((waiter, wait.result)) }
    }
    actions.answered = answered
    guard isClosing, isFinished else { return }
    let result = destinations.reduce(into: DeliveryResult()) { $0.add($1.closingResult) }
    actions.answered += waitingForEnd.map { ($0, result) }
    waitingForEnd = []
    actions.isEnd = actions.isEnd || !hasEnded
    hasEnded = true
  }
}
