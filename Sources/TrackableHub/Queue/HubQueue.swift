import Trackable

/// All destinations of a hub, and who waits for what. This is a pure state machine: ``HubCore`` holds the lock, and
/// does what the methods ask for.
///
/// A *waiter* is a suspended caller, known by a number. It waits for a flush, for the start, or for the end.
struct HubQueue {
  /// What a waiter that flushes waits for.
  private struct Wait {
    /// How many destinations have not answered yet.
    var remaining = 0
    var answer = Answer(success: true)
  }

  private(set) var destinations: [DestinationQueue]
  private(set) var isClosing = false
  private(set) var isPaused = false
  /// Makes IDs of deliveries that only this hub can tell from chance.
  let key: UInt64
  private var nextSequence = 0
  private var waits: [Int: Wait] = [:]
  private var waitingForStart: Set<Int> = []
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

  // MARK: Deliveries arrive

  /// Takes a call for some destinations. Where there is no room, something is dropped.
  mutating func post(_ entry: HubEntry, to indices: [Int], at time: Duration, _ actions: inout HubActions) {
    for index in indices {
      nextSequence += 1
      destinations[index].enqueue(entry, sequence: nextSequence, at: time, &actions)
    }
  }

  // MARK: What is done

  /// Starts what is due at this time at all destinations, and tells waiters what has become of what they wait for.
  mutating func proceed(at now: Duration, _ actions: inout HubActions) {
    for index in destinations.indices { destinations[index].proceed(at: now, isPaused: isPaused, &actions) }
    settleWaits(&actions)
  }

  /// The same for one destination.
  mutating func proceed(_ index: Int, at now: Duration, _ actions: inout HubActions) {
    destinations[index].proceed(at: now, isPaused: isPaused, &actions)
    settleWaits(&actions)
  }

  /// A call to a destination has returned.
  mutating func settle(
    _ index: Int, call: Int, _ ending: DestinationQueue.Ending, at now: Duration, _ actions: inout HubActions
  ) {
    destinations[index].settle(call, ending, key: key, at: now, &actions)
    proceed(index, at: now, &actions)
  }

  /// - Parameter denied: The destinations to which no consent leads. What earlier processes have left there is not
  ///   wanted, and nobody is the user whom they knew.
  mutating func start(purging denied: Set<Int> = [], at time: Duration, _ actions: inout HubActions) {
    if isClosing { return }
    for index in destinations.indices where destinations[index].phase == .waiting {
      if denied.contains(index) {
        for call in [TrackerCall.reset, .purge] {
          post(HubEntry(call, time: call.time), to: [index], at: time, &actions)
        }
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

  /// `waiter` waits until the outcome of configuring is known for every destination.
  mutating func awaitStart(_ waiter: Int) { waitingForStart.insert(waiter) }

  /// `waiter` waits until everything that was handed over has arrived.
  mutating func flush(_ waiter: Int, _ actions: inout HubActions) {
    var wait = Wait()
    for index in destinations.indices where destinations[index].flush(waiter, target: nextSequence) {
      wait.remaining += 1
      // Nothing will arrive meanwhile.
      if isPaused { destinations[index].answerFlushes(&actions) }
    }
    begin(wait, for: waiter, &actions)
  }

  /// `waiter` waits until every destination has ended.
  mutating func awaitEnd(_ waiter: Int) { waitingForEnd.insert(waiter) }

  /// `waiter` waits no longer.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) {
    if waitingForStart.remove(waiter) != nil || waitingForEnd.remove(waiter) != nil {
      actions.answered.append((waiter, Answer(success: false)))
    }
    guard var wait = waits.removeValue(forKey: waiter) else { return }
    wait.answer.success = false
    for index in destinations.indices {
      if let result = destinations[index].withdrawFlush(waiter) { wait.answer.result.add(result) }
    }
    actions.answered.append((waiter, wait.answer))
  }

  /// Accepts nothing more; what is left is delivered. ``close(_:)`` ends that if it takes too long.
  mutating func beginClosing(_ actions: inout HubActions) {
    if isClosing { return }
    isClosing = true
    isPaused = false
    for index in destinations.indices { destinations[index].beginClosing(&actions) }
  }

  /// Ends at once. What has not arrived is lost.
  mutating func close(_ actions: inout HubActions) {
    isClosing = true
    for index in destinations.indices { destinations[index].close(&actions) }
    settleWaits(&actions)
  }

  /// What a shutdown is told.
  var closingResult: DeliveryResult {
    destinations.reduce(into: DeliveryResult()) { $0.add($1.closingResult) }
  }

  private mutating func begin(_ wait: Wait, for waiter: Int, _ actions: inout HubActions) {
    waits[waiter] = wait
    if wait.remaining == 0 { complete(waiter, &actions) }
  }

  private mutating func complete(_ waiter: Int, _ actions: inout HubActions) {
    guard var wait = waits.removeValue(forKey: waiter) else { return }
    wait.answer.success = wait.answer.result.isComplete
    actions.answered.append((waiter, wait.answer))
  }

  /// Each answer of a destination is only part of what a waiter waits for, so answers are collected until all are
  /// there.
  private mutating func settleWaits(_ actions: inout HubActions) {
    let answers = actions.answered.filter { waits[$0.waiter] != nil }
    if !answers.isEmpty {
      actions.answered.removeAll { waits[$0.waiter] != nil }
      for (waiter, answer) in answers {
        waits[waiter]?.remaining -= 1
        waits[waiter]?.answer.result.add(answer.result)
        if waits[waiter]?.remaining == 0 { complete(waiter, &actions) }
      }
    }
    if !waitingForStart.isEmpty, destinations.allSatisfy(\.isSettled) {
      let success = destinations.allSatisfy(\.wasConfigured)
      actions.answered += waitingForStart.map { ($0, Answer(success: success)) }
      waitingForStart = []
    }
    if !waitingForEnd.isEmpty, isClosing, isFinished {
      let result = closingResult
      actions.answered += waitingForEnd.map { ($0, Answer(success: result.isComplete, result: result)) }
      waitingForEnd = []
    }
    if isClosing, isFinished, !hasEnded {
      hasEnded = true
      actions.isEnd = true
    }
    reportLateOnce(&actions)
  }

  /// Each destination notices by itself that something came late; the hub reports it once.
  private mutating func reportLateOnce(_ actions: inout HubActions) {
    if !actions.isLate || wasLate { return }
    actions.problems.append(.late)
    wasLate = true
  }
}
