import Trackable

/// The shell around ``HubQueue``. It holds the lock, the workers and the suspended callers, and does what the state
/// machine asks for, outside of the lock.
///
/// Workers keep the core alive, but not the hub. So when the last reference to a hub goes away, the core can still
/// report what becomes of the rest.
final class HubCore: Sendable {
  /// Resumes a worker that is waiting.
  typealias Wakeup = CheckedContinuation<Void, Never>

  struct Destination: Sendable {
    let name: String
    let adapter: any AnalyticsAdapter
    let log: ConsoleTracker?
    let executor: DestinationExecutor
    let progress = DeliveryProgress()
  }

  struct State: Sendable {
    var queue: HubQueue
    var wakeups: [Wakeup?]
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    var lastWaiter = 0
    var isStarted = false
    var workers: [Task<Void, Never>] = []
  }

  let destinations: [Destination]
  let clock: any Clock<Duration>
  private let state: Lock<State>
  private let report: @Sendable (HubProblem) -> Void

  init(
    destinations: [Destination], queue: HubQueue, clock: any Clock<Duration>,
    report: @escaping @Sendable (HubProblem) -> Void
  ) {
    self.destinations = destinations
    self.clock = clock
    self.report = report
    state = Lock(State(queue: queue, wakeups: destinations.map { _ in nil }))
  }

  // MARK: The lock

  /// What is left to do after the lock was released.
  private struct Effects {
    var wakeups: [Wakeup] = []
    var resumed: [(continuation: CheckedContinuation<Bool, Never>, success: Bool)] = []
    var discarded: [[HubEntry]] = []
    var notices: [HubActions.Notice] = []
  }

  /// Runs `body` under the lock, then carries out what it asks for.
  func update<Result: Sendable>(_ body: (inout State, inout HubActions) -> Result) -> Result {
    let (result, effects) = state.withLock { state in
      var actions = HubActions()
      let result = body(&state, &actions)
      return (result, actions.isEmpty ? nil : Self.effects(of: actions, &state))
    }
    if let effects { perform(effects) }
    return result
  }

  private static func effects(of actions: HubActions, _ state: inout State) -> Effects {
    var effects = Effects(discarded: [actions.discarded, actions.sorted], notices: actions.notices)
    for index in actions.wake {
      if let wakeup = state.wakeups[index].take() { effects.wakeups.append(wakeup) }
    }
    for (waiter, success) in actions.resumed {
      if let continuation = state.waiters.removeValue(forKey: waiter) {
        effects.resumed.append((continuation, success))
      }
    }
    return effects
  }

  private func perform(_ effects: Effects) {
    for wakeup in effects.wakeups { wakeup.resume() }
    for (continuation, success) in effects.resumed { continuation.resume(returning: success) }
    for notice in effects.notices {
      switch notice {
      case .overflow(let index): report(.overflow(destination: destinations[index].name))
      case .late: report(.late)
      }
    }
  }

  func report(_ problem: HubProblem) { report(problem) as Void }

  // MARK: What callers do

  /// Hands over a delivery. Never waits.
  func submit(_ entry: HubEntry) {
    update { state, actions in
      state.queue.post(entry, &actions)
      guard entry.isPurge else { return }
      for queue in state.queue.destinations where queue.isAddressed(by: entry) && queue.inHand > 0 {
        destinations[queue.index].progress.purgeBatch()
      }
    }
  }

  /// Starts the workers, once.
  func start() {
    let mayStart = update { state, _ in
      if state.isStarted || state.queue.isClosing { return false }
      state.isStarted = true
      state.queue.start()
      return true
    }
    if !mayStart { return }
    let workers = destinations.indices.map { index in
      // Detached, because what is delivered later must not depend on the caller's task and its task-local values.
      Task.detached(executorPreference: destinations[index].executor) { await self.work(for: index) }
    }
    let areWanted = update { state, _ in
      state.workers = workers
      return !(state.queue.isClosing && state.queue.isFinished)
    }
    if !areWanted { workers.forEach { $0.cancel() } }
  }

  /// Ends at once. What is in hand or waiting is lost.
  func close() {
    let workers = update { state, actions in
      state.queue.sort(&actions)
      for index in destinations.indices {
        state.queue.settle(index, destinations[index].progress.close())
      }
      state.queue.close(&actions)
      return state.workers
    }
    // The cancellation tells a destination that is stuck in its task that nobody waits for it any more.
    workers.forEach { $0.cancel() }
  }

  var ledger: TrackerLedger {
    TrackerLedger(
      entries: update { state, actions in
        state.queue.sort(&actions)
        return state.queue.destinations.indices.map { index in
          state.queue.destinations[index].entry(
            name: destinations[index].name, progress: destinations[index].progress.current)
        }
      })
  }
}

extension DestinationQueue {
  /// The figures, including how far the worker has come with what it has in hand.
  func entry(name: String, progress: DeliveryProgress.Count = (0, 0, 0)) -> TrackerLedger.Entry {
    TrackerLedger.Entry(
      name: name,
      accepted: counts.accepted,
      delivered: counts.delivered + progress.delivered,
      dropped: TrackerLedger.Dropped(
        overflow: counts.overflow, prohibited: counts.prohibited, failed: counts.failed + progress.failed,
        afterShutdown: counts.afterShutdown, purged: counts.purged + progress.purged),
      pending: pending - progress.delivered - progress.failed - progress.purged)
  }
}
