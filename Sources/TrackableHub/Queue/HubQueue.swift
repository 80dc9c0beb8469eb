import Trackable

/// All destinations of a hub, and who waits for what. This is a state machine: ``HubCore`` holds the lock, and does what
/// the methods ask for.
///
/// A *waiter* is a suspended caller, known by a number. It waits for calls to have arrived, or for the end.
struct HubQueue {
  /// The result for a waiter, collected until all have answered.
  private struct Wait {
    /// How many have not answered yet; and one as long as more may be asked.
    var remaining = 1
    var result = DeliveryResult()
  }

  /// The waiter for the calls that are left when the hub is shut down. The hub answers the waiters in ``waitingForEnd``
  /// instead.
  private static let closing = 0

  var destinations: [DestinationQueue]
  private(set) var isClosing = false
  var isPaused = false
  /// Whether all destinations know of the end: then those may go on that wait for it.
  var endIsKnown = false
  private var nextSequence = 0
  private var waits: [Int: Wait] = [closing: Wait()]
  private var lastWaiter = closing
  private var waitingForEnd: Set<Int> = []
  private var wasLate = false
  private var hasEnded = false

  init(destinations: [DestinationQueue]) { self.destinations = destinations }

  var isFinished: Bool { destinations.allSatisfy(\.isFinished) }

  var ledger: TrackerLedger {
    mutating get { TrackerLedger(entries: destinations.indices.map { destinations[$0].ledgerEntry() }) }
  }

  // MARK: Calls arrive

  /// Takes a call for its destinations. Where there is no room, something is dropped.
  mutating func post(_ call: HubCall, at time: Duration, _ actions: inout HubActions) {
    // A user who signs out, or withdraws, is never too late.
    if isClosing && !wasLate && !call.forgets {
      actions.problems.append(
        HubProblem(
          kind: .deliveredLate, message: "was shut down; it drops later calls.",
          remedy: "shut it down after the last event."))
      wasLate = true
    }
    for index in call.arrival.destinations {
      nextSequence += 1
      if let waiter = call.arrival.waiter { wait(waiter, for: nextSequence...nextSequence, at: index) }
      destinations[index].enqueue(call, sequence: nextSequence, at: time, &actions)
      if destinations[index].isFinished { destinations[index].answer(&actions) }
    }
  }

  // MARK: Work

  /// Starts the work that is due at this time at all destinations, and answers waiters.
  mutating func proceed(at now: Duration, _ actions: inout HubActions) {
    for index in destinations.indices { destinations[index].proceed(at: now, isPaused: isPaused, &actions) }
    settleWaits(&actions)
  }

  /// - Parameter denied: The destinations to which no consent leads. They forget what earlier processes
  ///   have left, and the user.
  mutating func start(
    purging denied: Set<Int> = [], on date: Envelope.Time, at time: Duration, _ actions: inout HubActions
  ) {
    for index in destinations.indices where destinations[index].phase == .waiting {
      if denied.contains(index) { forget(at: [index], on: date, now: time, &actions) }
      destinations[index].phase = .configuring
    }
  }

  /// Destinations forget everything, and the user.
  ///
  /// - Parameter decision: Calls from before this one go nowhere, also if they come later.
  mutating func forget(
    at indices: [Int], before decision: UInt64 = 0, on date: Envelope.Time, now: Duration, _ actions: inout HubActions
  ) {
    for index in indices { destinations[index].denial = max(destinations[index].denial, decision) }
    for change in [TrackerCall.reset, .purge] {
      post(HubCall(HubInbox.Arrival(call: change, time: date, destinations: indices)), at: now, &actions)
    }
  }

  /// Nothing is delivered until ``isPaused`` is false again. The waiters for a flush get the figures of this moment.
  mutating func pause(_ actions: inout HubActions) {
    if isClosing { return }
    isPaused = true
    for index in destinations.indices { destinations[index].answer(&actions) }
  }

  // MARK: Waiters

  /// A new waiter, which waits for the calls that are posted for it, and what else is asked for it, up to
  /// ``allIsSaid(_:_:)``.
  mutating func newWaiter() -> Int {
    lastWaiter += 1
    waits[lastWaiter] = Wait()
    return lastWaiter
  }

  private mutating func wait(_ waiter: Int, for calls: ClosedRange<Int>, at index: Int) {
    if waits[waiter] == nil { return }
    waits[waiter]?.remaining += 1
    destinations[index].add(waiter, for: calls)
  }

  /// `waiter` waits for nothing more than it does now.
  mutating func allIsSaid(_ waiter: Int, _ actions: inout HubActions) {
    actions.answers.append((waiter, DeliveryResult()))
  }

  /// `waiter` waits until everything that was handed over has arrived.
  mutating func flush(_ waiter: Int, _ actions: inout HubActions) {
    for index in destinations.indices where destinations[index].hasToFlush() {
      wait(waiter, for: 0...nextSequence, at: index)
      // Nothing will arrive meanwhile.
      if isPaused { destinations[index].answer(&actions) }
    }
    allIsSaid(waiter, &actions)
  }

  /// `waiter` waits until every destination has ended.
  mutating func awaitEnd(_ waiter: Int) { waitingForEnd.insert(waiter) }

  /// `waiter` goes on, with the figures of this moment.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    for index in destinations.indices { destinations[index].answer(&actions) { $0.waiter == waiter } }
    settleWaits(&actions)
    waitingForEnd.remove(waiter)
    if let wait = waits.removeValue(forKey: waiter) { actions.answered.append((waiter, wait.result)) }
  }

  /// Accepts nothing more, and delivers the rest. ``close(_:)`` ends that if it takes too long.
  mutating func beginClosing(_ actions: inout HubActions) {
    if isClosing { return }
    isClosing = true
    isPaused = false
    for index in destinations.indices where !destinations[index].isFinished {
      wait(Self.closing, for: 0...nextSequence, at: index)
      destinations[index].isClosing = true
      if destinations[index].phase == .waiting { destinations[index].end(.late, &actions) }
    }
  }

  /// Ends at once. Calls that have not arrived are lost.
  mutating func close(_ actions: inout HubActions) {
    beginClosing(&actions)
    for index in destinations.indices where !destinations[index].isFinished { destinations[index].close(&actions) }
  }

  /// Answers the waiters that have all results, and at the end of the hub, the waiters for the end.
  private mutating func settleWaits(_ actions: inout HubActions) {
    for (waiter, result) in actions.answers {
      guard var wait = waits[waiter] else { continue }
      wait.remaining -= 1
      wait.result.add(result)
      waits[waiter] = wait.remaining == 0 ? nil : wait
      if wait.remaining == 0 { actions.answered.append((waiter, wait.result)) }
    }
    actions.answers = []
    guard isClosing, isFinished, let result = waits[Self.closing]?.result else { return }
    actions.isEnd = actions.isEnd || !hasEnded
    hasEnded = true
    if !endIsKnown { return }
    for waiter in waitingForEnd {
      waits[waiter] = nil
      actions.answered.append((waiter, result))
    }
    waitingForEnd = []
  }
}
