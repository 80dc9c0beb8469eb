import Trackable

/// The queues of all destinations of a hub, and the waiters. The queue is a state machine: ``HubCore`` holds the lock,
/// and carries out the actions that the methods return.
///
/// A *waiter* is a suspended caller, known by a number. A waiter waits for some calls to arrive, or for the end of the
/// hub.
struct HubQueue {
  /// The result for a waiter, summed up until all destinations have answered.
  private struct Wait {
    /// The number of destinations whose answer is missing, plus one until ``seal(_:_:)``.
    var remaining = 1
    var result = DeliveryResult()
  }

  /// Whether the destinations know of the hub's end: not yet; the hub is telling them; the hub has told them. Only then
  /// do the waiters for the end resume.
  enum End { case notYet, telling, told }

  /// The number of an internal waiter for the calls that are left at a shutdown. The hub passes its result to the
  /// waiters in ``waitingForEnd``.
  private static let closing = 0

  var destinations: [DestinationQueue]
  private(set) var isClosing = false
  var isPaused = false
  var end = End.notYet
  private var nextSequence = 0
  // An array, because a dictionary of a type has its own copy of the code of dictionaries: 4 KiB.
  private var waits: [(waiter: Int, wait: Wait)] = [(closing, Wait())]
  private var lastWaiter = closing
  private var waitingForEnd: [Int] = []
  private var wasLate = false, wasFlushedBeforeStart = false

  init(destinations: [DestinationQueue]) { self.destinations = destinations }

  /// Whether the hub accepts no more calls, and every destination has ended.
  var hasEnded: Bool { isClosing && destinations.allSatisfy(\.hasEnded) }

  var ledger: TrackerLedger {
    mutating get { TrackerLedger(entries: destinations.indices.map { destinations[$0].ledgerEntry() }) }
  }

  // MARK: Calls come in

  /// Adds a call to the queues of its destinations. A full queue drops a call.
  mutating func enqueue(_ call: HubCall, at time: Duration, _ actions: inout HubActions) {
    // A sign-out or a purge is not a mistake after a shutdown, because the destinations still get it.
    if isClosing && !wasLate && !call.forgets {
      actions.problems.append(
        HubProblem(
          kind: .deliveredLate, message: "was shut down; it drops later calls.",
          remedy: "shut it down after the last event."))
      wasLate = true
    }
    for index in call.addressed.destinations {
      nextSequence += 1
      if let waiter = call.addressed.waiter { wait(waiter, for: nextSequence...nextSequence, at: index) }
      destinations[index].enqueue(call, sequence: nextSequence, at: time, &actions)
      if destinations[index].hasEnded { destinations[index].answer(&actions) }
    }
  }

  // MARK: Work

  /// Starts the work that is due at all destinations, and resumes waiters.
  mutating func proceed(at now: Duration, _ actions: inout HubActions) {
    for index in destinations.indices { destinations[index].proceed(at: now, isPaused: isPaused, &actions) }
    answerWaits(&actions)
  }

  /// - Parameter denied: The destinations to which every way leads through a gate that the user's denial has closed.
  ///   These destinations have to forget the user, and the calls of earlier processes.
  mutating func start(
    purging denied: [Int] = [], on date: Envelope.Time, at time: Duration, _ actions: inout HubActions
  ) {
    for index in destinations.indices where destinations[index].phase == .notStarted {
      if denied.contains(index) { forget(at: [index], on: date, now: time, &actions) }
      destinations[index].phase = .configuring
    }
  }

  /// Tells destinations to forget the user and all calls.
  ///
  /// - Parameter callsBefore: The number of the latest decision or purge: ``Trackable/Decisions``. The hub drops calls
  ///   with a smaller number, because they were made before the decision, even if such a call reaches the hub later.
  mutating func forget(
    at indices: [Int], callsBefore: UInt64 = 0, on date: Envelope.Time, now: Duration, _ actions: inout HubActions
  ) {
    for index in indices { destinations[index].callsBefore = max(destinations[index].callsBefore, callsBefore) }
    for change in [TrackerCall.reset, .purge] {
      enqueue(HubCall(AddressedCall(call: change, time: date, destinations: indices)), at: now, &actions)
    }
  }

  /// Stops deliveries until ``isPaused`` is false again. The waiters for a flush get the current figures.
  mutating func pause(_ actions: inout HubActions) {
    if isClosing { return }
    isPaused = true
    for index in destinations.indices { destinations[index].answer(&actions) }
  }

  // MARK: Waiters

  /// Creates a waiter. Until ``seal(_:_:)``, code adds the calls and flushes for which the waiter waits.
  mutating func newWaiter() -> Int {
    lastWaiter += 1
    waits.append((lastWaiter, Wait()))
    return lastWaiter
  }

  private func place(of waiter: Int) -> Int? { waits.firstIndex { $0.waiter == waiter } }

  private mutating func wait(_ waiter: Int, for calls: ClosedRange<Int>, at index: Int) {
    guard let place = place(of: waiter) else { return }
    waits[place].wait.remaining += 1
    destinations[index].add(waiter, for: calls)
  }

  /// Seals a waiter: it waits for no more calls and flushes than it does now. Takes the extra one off
  /// ``Wait/remaining``.
  mutating func seal(_ waiter: Int, _ actions: inout HubActions) {
    actions.partialResults.append((waiter, DeliveryResult()))
  }

  /// Makes `waiter` wait until all earlier calls have arrived.
  mutating func flush(_ waiter: Int, _ actions: inout HubActions) {
    for index in destinations.indices where destinations[index].hasToFlush() {
      wait(waiter, for: 0...nextSequence, at: index)
      // No call arrives while the hub is paused.
      if isPaused { destinations[index].answer(&actions) }
    }
    seal(waiter, &actions)
  }

  /// Makes `waiter` wait until every destination has ended.
  mutating func awaitEnd(_ waiter: Int) { waitingForEnd.append(waiter) }

  /// Resumes `waiter` with the current figures. Reports a hub that was never started.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    let waiting = destinations.filter { $0.phase == .notStarted }.map(\.waiting.count).max() ?? 0
    if waiting > 0, !wasFlushedBeforeStart {
      wasFlushedBeforeStart = true
      actions.problems.append(
        HubProblem(
          kind: .hubNotStarted,
          message: "has not been started; \(HubProblem.count(waiting, "delivery waits", "deliveries wait")).",
          remedy: "call start() on the hub when the app launches."))
    }
    for index in destinations.indices { destinations[index].answer(&actions) { $0.waiter == waiter } }
    answerWaits(&actions)
    waitingForEnd.removeAll { $0 == waiter }
    if let place = place(of: waiter) { actions.resumed.append((waiter, waits.remove(at: place).wait.result)) }
  }

  /// From now on, the hub accepts no more calls, and ends after it has delivered the waiting calls; ``close(_:)`` ends
  /// the hub sooner.
  mutating func beginClosing(_ actions: inout HubActions) {
    if isClosing { return }
    isClosing = true
    isPaused = false
    for index in destinations.indices where !destinations[index].hasEnded {
      wait(Self.closing, for: 0...nextSequence, at: index)
      destinations[index].isClosing = true
      if destinations[index].phase == .notStarted { destinations[index].end(.late, &actions) }
    }
  }

  /// Ends the hub immediately. Calls that have not arrived are lost.
  mutating func close(_ actions: inout HubActions) {
    beginClosing(&actions)
    for index in destinations.indices where !destinations[index].hasEnded { destinations[index].close(&actions) }
  }

  /// Resumes the waiters for which every destination has answered and, at the end of the hub, the waiters for that end.
  private mutating func answerWaits(_ actions: inout HubActions) {
    for (waiter, result) in actions.partialResults {
      guard let place = place(of: waiter) else { continue }
      waits[place].wait.remaining -= 1
      waits[place].wait.result.add(result)
      if waits[place].wait.remaining == 0 { actions.resumed.append((waiter, waits.remove(at: place).wait.result)) }
    }
    actions.partialResults = []
    guard hasEnded, let result = place(of: Self.closing).map({ waits[$0].wait.result }) else { return }
    if end == .notYet { (end, actions.isEnd) = (.telling, true) }
    if end != .told { return }
    for waiter in waitingForEnd {
      waits.removeAll { $0.waiter == waiter }
      actions.resumed.append((waiter, result))
    }
    waitingForEnd = []
  }
}
