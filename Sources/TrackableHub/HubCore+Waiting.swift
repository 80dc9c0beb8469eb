import Trackable

// Callers that are suspended until calls have arrived, or the end. Each is a *waiter*: the state machine knows it by a
// number, this code by a continuation.

extension HubCore {
  /// How long a flush and a shutdown wait by default.
  static let defaultTimeout = Duration.seconds(5)

  /// Tells the state machine something about a waiter.
  typealias Step = @Sendable (inout HubQueue, _ waiter: Int, inout HubActions) -> Void

  /// A suspended caller.
  struct Waiter {
    let continuation: CheckedContinuation<DeliveryResult, Never>
    /// Begins the waiting, once the calls have come that are on their way to the hub.
    var begin: Step?
  }

  func newWaiter() -> Int { update { state, _, _ in state.queue.newWaiter() } }

  /// Waits for what `begin` asks for, and returns what became of it.
  ///
  /// - Parameters:
  ///   - waiter: A new one.
  ///   - timeout: When `end` is asked instead; `nil` means never.
  ///   - arrival: Returns when the calls have come that are on their way to the hub.
  ///   - isCancellable: Whether `end` is asked when the calling task is cancelled.
  ///   - begin: Begins the waiting.
  ///   - end: Ends it.
  func wait(
    _ waiter: Int, timeout: Duration? = nil, arrival: (@Sendable () async -> Void)? = nil, isCancellable: Bool = true,
    _ begin: @escaping Step, orElse end: @escaping Step = { $0.withdraw($1, &$2) }
  ) async -> DeliveryResult {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Checked under the lock: a cancellation that comes later will find the waiter.
        update { state, _, actions in
          state.waiters[waiter] = Waiter(continuation: continuation, begin: begin)
          let isOver = isCancellable && Task.isCancelled || timeout.map { $0 <= .zero } ?? false
          if isOver || arrival == nil { state.proceed(waiter, then: isOver ? end : nil, &actions) }
        }
        if !update({ state, _, _ in state.waiters[waiter] != nil }) { return }
        if let arrival {
          _ = DestinationExecutor(name: "arrival").start {
            await arrival()
            self.proceed(waiter)
          }
        }
        if let timeout { after(timeout) { $0.proceed(waiter, then: end) } }
      }
    } onCancel: {
      // Not directly, because the runtime holds a lock of its own here.
      if isCancellable { background.async { self.proceed(waiter, then: end) } }
    }
  }

  private func proceed(_ waiter: Int, then end: Step? = nil) {
    update { state, _, actions in state.proceed(waiter, then: end, &actions) }
  }

  /// Waits until everything has arrived that was tracked before, and every destination has been flushed.
  ///
  /// - Parameter timeout: `nil` if something else withdraws the waiter.
  func flush(_ waiter: Int, _ gates: (any AnalyticsEventTracker)?, timeout: Duration?) async -> DeliveryResult {
    let onTheirWay = onTheirWay(gates)
    var result = await wait(waiter, timeout: timeout, arrival: onTheirWay.arrival) { $0.flush($1, &$2) }
    addRest(onTheirWay.count(), to: &result)
    return result
  }

  /// The calls that are on their way to the hub: how many they are, and what returns when they have come.
  private func onTheirWay(
    _ gates: (any AnalyticsEventTracker)?
  ) -> (arrival: (@Sendable () async -> Void)?, count: @Sendable () -> Int) {
    let (events, hasCome) = (ScopedSystem.current, Lock(false))
    if events.waitingCount == 0 && gates == nil { return (nil, { 0 }) }
    let arrival: @Sendable () async -> Void = {
      await events.drain()
      await gates?.flush()
      hasCome.withLock { $0 = true }
    }
    return (arrival, { hasCome.withLock { $0 } ? 0 : events.waitingCount })
  }

  /// A waiter goes on with the figures of this moment.
  func withdraw(_ waiter: Int) { proceed(waiter) { $0.withdraw($1, &$2) } }

  /// Accepts nothing more, delivers what is left for at most `timeout`, and ends. Returns what became of what was left.
  func shutdown(_ gates: (any AnalyticsEventTracker)? = nil, timeout: Duration) async -> DeliveryResult {
    let onTheirWay = onTheirWay(gates)
    // A cancelled task shuts the hub down in good order as well: the timeout limits how long it takes.
    var result = await wait(newWaiter(), timeout: timeout, arrival: onTheirWay.arrival, isCancellable: false) {
      $0.beginClosing(&$2)
      $0.awaitEnd($1)
    } orElse: { queue, _, actions in
      // The rest is lost, and the tasks of running deliveries are cancelled.
      queue.close(&actions)
    }
    addRest(onTheirWay.count(), to: &result)
    return result
  }

  /// What gates hold for each destination, and have dropped.
  private var held: [HeldCounts] {
    var held = destinations.map { _ in HeldCounts(0, 0) }
    for (destinations, gate) in gates.withLock({ $0 }) {
      let counts = gate.counts
      for index in destinations {
        held[index].held += counts.held
        held[index].dropped += counts.dropped
      }
    }
    return held
  }

  private func addRest(_ onTheirWay: Int, to result: inout DeliveryResult) {
    if onTheirWay > 0 { result.add(open: onTheirWay, at: ScopedSystem.name) }
    for (destination, counts) in zip(destinations, held) where counts.held > 0 {
      result.add(open: counts.held, at: destination.name)
    }
  }
}

extension HubCore.State {
  /// Tells the machine what a waiter waits for, unless it knows, and how that ends.
  fileprivate mutating func proceed(_ waiter: Int, then end: HubCore.Step?, _ actions: inout HubActions) {
    guard let waiting = waiters[waiter] else { return }
    waiting.begin?(&queue, waiter, &actions)
    waiters[waiter]?.begin = nil
    end?(&queue, waiter, &actions)
  }
}

extension HubCore: LifecycleObserver {
  // The flush that follows delivers.
  func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation) {}
  func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation) { hurry() }
}

// MARK: - Calls to the hub

extension HubCore {
  func hurry() {
    update { state, _, _ in state.queue.hurry() }
    for destination in destinations { destination.hurry() }
  }

  var ledger: TrackerLedger {
    let held = held
    return update { state, _, _ in
      var ledger = state.queue.ledger
      for (index, destination) in self.destinations.enumerated() {
        // Under the lock, so that no call is in both accounts, or in none.
        if let account = destination.account?() {
          ledger.entries[index].add(account, since: destination.accountAtStart)
        }
        ledger.entries[index].add(held[index])
        ledger.entries[index].suppressed = destination.suppressed.withLock { $0 }
      }
      return ledger
    }
  }

  var isEnded: Bool { update { state, _, _ in state.queue.isClosing && state.queue.isFinished } }

  /// The last reference to the hub has gone. The hub still delivers what waits, for a limited time.
  func endAfterRelease() {
    if update({ state, _, _ in state.queue.isClosing }) { return }
    _ = DestinationExecutor(name: "end").start { [self] in
      reportLoss(await shutdown(timeout: Self.defaultTimeout))
    }
  }

  func reportLoss(_ result: DeliveryResult) {
    if result.failed > 0 { report(.lost(result.failed)) }
  }
}
