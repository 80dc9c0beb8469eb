import Dispatch
import Trackable

/// The shell around ``HubQueue``. The shell has the locks, the clock and the suspended callers, calls the destinations,
/// and carries out the actions of the state machine.
///
/// A caller takes the lock of the ``HubInbox`` for as long as it takes to append a call. The caller helps to distribute
/// calls if the worker does not keep up. Code under the lock of the state machine may take the lock of the inbox, never
/// the other way round. No adopter's code runs under either lock.
final class HubCore: Sendable {
  struct State {
    var queue: HubQueue
    var waiters: [Int: Waiter] = [:]
    /// The running tasks of each destination, by the number of the call.
    var calls: [[Int: Task<Void, Never>]]
    /// The times at which a timer wakes the hub.
    var alarms: [Duration] = []
    /// The array for calls from the inbox. The hub keeps the array, so that its memory is used again. The benchmarks of
    /// the hub show the difference.
    var arrivals: [HubInbox.Arrival] = []

    /// Begins the wait of a waiter that has not begun, and then takes the step `end`.
    mutating func proceed(_ waiter: Int, then end: Step?, _ actions: inout HubActions) {
      guard let waiting = waiters[waiter] else { return }
      waiting.begin?(&queue, waiter, &actions)
      waiters[waiter]?.begin = nil
      end?(&queue, waiter, &actions)
    }
  }

  // The first property, because the offset of a property behind a type of another library is not known at compile
  // time. The benchmarks of the hub show the difference.
  private let inbox: HubInbox
  let destinations: [HubDestination]
  private let executor: DestinationExecutor
  private let time: SystemTime
  private let beginning: ContinuousClock.Instant
  /// The time for which the worker leaves the inbox alone.
  private let delay: Duration
  private let state: Lock<State>
  private let handle: @Sendable (HubProblem) -> Void
  /// The queue on which issues are reported, so that a slow handler delays no delivery.
  let issues: DispatchQueue
  /// Makes the IDs of deliveries look random to everyone except this hub.
  private let key = UInt64.random(in: 0 ... .max)
  /// The queue for work in the background, for which no caller waits.
  let background: DispatchQueue

  init(
    _ name: String, destinations: [HubDestination], queue: HubQueue, time: SystemTime,
    handle: @escaping @Sendable (HubProblem) -> Void
  ) {
    self.destinations = destinations
    self.time = time
    self.handle = handle
    issues = DispatchQueue(label: "Trackable." + name + ".issues")
    beginning = time.now()
    background = DispatchQueue(label: "Trackable." + name)
    executor = DestinationExecutor(name: name, width: min(destinations.count, DestinationExecutor.limit))
    delay = queue.destinations.map(\.policy.batchDelay).min() ?? .zero
    inbox = HubInbox(isHurried: delay == .zero)
    state = Lock(State(queue: queue, calls: destinations.map { _ in [:] }))
  }

  var now: Duration { beginning.duration(to: time.now()) }

  // MARK: What callers do

  /// The waiter for the calls of the current `confirm`: see ``TrackerHub/confirm(timeout:isolation:_:)``.
  @TaskLocal private static var confirmation: (hub: ObjectIdentifier, waiter: Int)?

  /// Puts a call into the inbox, for some destinations. Never waits.
  @inline(__always)
  func enqueue(_ call: consuming TrackerCall, at time: Envelope.Time = CurrentTime.now, to destinations: [Int]) {
    let arrival = HubInbox.Arrival(call: consume call, time: time, destinations: destinations)
    let duty = inbox.enqueue(consume arrival) {
      Self.confirmation.flatMap { $0.hub == ObjectIdentifier(self) ? $0.waiter : nil }
    }
    if let duty { perform(duty) }
  }

  /// Runs a closure. The waiter waits for the calls of the closure.
  func confirm(_ body: () -> Void, by waiter: Int) {
    inbox.confirming { Self.$confirmation.withValue((ObjectIdentifier(self), waiter), operation: body) }
  }

  // A function of its own, so that a single event does not load this code. The benchmarks of the hub show the
  // difference.
  @inline(never) private func perform(_ duty: HubInbox.Duty) {
    switch duty {
    case .schedule: after(delay) { $0.distribute() }
    case .wake: background.async { [weak self] in self?.update { _, _, _ in } }
    case .help: update(distributing: HubInbox.help) { _, _, _ in }
    }
  }

  /// Distributes the calls of the inbox. The first call may have been in the inbox for as long as the delay.
  private func distribute() {
    inbox.beginDistributing()
    update(arrivedBefore: delay) { _, _, _ in }
  }

  func report(_ problem: HubProblem) { issues.async { [handle] in handle(problem) } }

  /// Runs an action after some time. The hub may have ended by then.
  func after(_ delay: Duration, _ action: @escaping @Sendable (HubCore) -> Void) {
    time.schedule(delay.bounded) { [weak self] in self.map(action) }
  }

  /// Puts a purge into the queues, and then tells the destinations that store calls.
  func purge(
    _ indices: some Collection<Int> & Sendable, _ enqueue: (inout State, Duration, inout HubActions) -> Void
  ) {
    let numbers = update { state, now, actions in
      enqueue(&state, now, &actions)
      return indices.map { state.queue.destinations[$0].purgeNumber }
    }
    // The queues come first, so that a batch which a destination takes meanwhile knows of the purge.
    for (index, number) in zip(indices, numbers) { destinations[index].storing?.beginPurge(number) }
  }

  // MARK: The locks

  /// Distributes the inbox, runs `body` under the lock, and carries out the actions of the state machine.
  ///
  /// - Parameters:
  ///   - count: The most calls that are distributed.
  ///   - delay: The time that the first call may have spent in the inbox.
  @discardableResult func update<Result: Sendable>(
    distributing count: Int = .max, arrivedBefore delay: Duration = .zero,
    _ body: (inout State, Duration, inout HubActions) -> Result
  ) -> Result {
    let now = now
    let (result, effects) = state.withLock { state -> (Result, [@Sendable () -> Void]) in
      var actions = HubActions()
      // Taken and distributed under one lock, so that the calls stay in order.
      var arrivals: [HubInbox.Arrival] = []
      swap(&arrivals, &state.arrivals)
      inbox.dequeue(count, into: &arrivals)
      for call in arrivals.map(HubCall.init) {
        // A call that no destination takes must not be released under the lock.
        actions.discarded.append(call)
        state.queue.enqueue(call, at: now - delay, &actions)
      }
      // Frees the memory of a long burst.
      arrivals.removeAll(keepingCapacity: arrivals.count <= HubInbox.roomKept)
      swap(&arrivals, &state.arrivals)
      let result = body(&state, now, &actions)
      state.queue.proceed(at: now, &actions)
      return (result, collect(actions, at: now, &state))
    }
    for effect in effects { effect() }
    return result
  }

  /// Starts deliveries. Returns the work to do after unlocking.
  private func collect(_ actions: HubActions, at now: Duration, _ state: inout State) -> [@Sendable () -> Void] {
    var effects: [@Sendable () -> Void] = []
    // The cancellation comes before `hubHasEnded()`, so that a destination ignores the rest of a cancelled call.
    for (index, call) in actions.cancelled {
      if let task = state.calls[index][call] { effects.append { task.cancel() } }
    }
    if actions.isEnd {
      effects.append {
        for destination in self.destinations { destination.storing?.hubHasEnded() }
        self.update { state, _, _ in state.queue.endIsKnown = true }
      }
    }
    // Issues come before the waiters, so that an issue is on its way when a waiter returns.
    for problem in actions.problems { effects.append { self.report(problem) } }
    for (waiter, result) in actions.answered {
      if let waiter = state.waiters.removeValue(forKey: waiter) {
        effects.append { waiter.continuation.resume(returning: result) }
      }
    }
    for (index, call, work) in actions.work {
      // A second task for a destination whose call has not returned gets a thread of its own.
      let executor = state.calls[index].isEmpty ? self.executor : DestinationExecutor(name: destinations[index].name)
      state.calls[index][call] = executor.start { [self] in
        await perform(work, at: index, call: call)
      }
    }
    state.alarms.removeAll { $0 <= now }
    if let deadline = actions.deadline, !state.alarms.contains(where: { $0 <= deadline }) {
      state.alarms.append(deadline)
      effects.append { self.after(deadline - now) { $0.ring(deadline) } }
    }
    let discarded = actions.discarded
    if !discarded.isEmpty { effects.append { withExtendedLifetime(discarded) {} } }
    return effects
  }

  private func ring(_ alarm: Duration) {
    update { state, _, _ in
      // The alarm is over even if the clock says that it has rung too early, because it does not ring again.
      if let place = state.alarms.firstIndex(of: alarm) { state.alarms.remove(at: place) }
    }
  }

  // MARK: Work at a destination

  private func perform(_ work: DestinationQueue.Work, at index: Int, call: Int) async {
    let ending: DestinationQueue.Ending
    do {
      switch work {
      case .configure:
        try await destinations[index].configure()
        ending = .configured
      case .deliver(let slots, let progress):
        let batch = DeliveryBatch(
          envelopes: slots.map { Envelope($0, key) }, progress: progress, user: destinations[index].user)
        // A purge may have come while the task waited for a thread.
        let outcome: DeliveryOutcome =
          progress.isPurged ? .retry(because: "purged") : try await destinations[index].deliver(batch)
        if case .rejected(let ids, let reason) = outcome { batch.refuse(Set(ids), because: reason) }
        ending = .delivered(outcome)
      case .flush:
        ending = .flushed(await destinations[index].flush())
      }
    } catch {
      let reason = TrackedProperties.text(of: error)
      ending = if case .configure = work { .configurationFailed(reason) } else { .delivered(.retry(because: reason)) }
    }
    // The batch may hold the last reference to an adopter's object, so it is released after unlocking.
    withExtendedLifetime(work) {
      update { state, now, actions in
        state.calls[index][call] = nil
        state.queue.destinations[index].apply(ending, of: call, at: now, &actions)
      }
    }
  }
}
