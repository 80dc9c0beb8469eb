import Dispatch
import Trackable

/// The shell around ``HubQueue``: the locks, the clock, the calls to the destinations and the suspended callers. It
/// does what the state machine asks for.
///
/// A caller takes the lock of the ``HubInbox`` for as long as it takes to append a call. The caller helps to distribute
/// calls if the worker does not keep up. Code under the lock of the state machine may take the lock of the inbox, never
/// the other way round. No adopter's code runs under either lock.
final class HubCore: Sendable {
  struct State {
    var queue: HubQueue
    var waiters: [Int: Waiter] = [:]
    /// What runs at each destination, by the call's number.
    var calls: [[Int: Task<Void, Never>]]
    /// When a timer asks the machine again.
    var alarms: [Duration] = []
    /// What is taken from the inbox: its room is used again. Benchmarks: hub.
    var arrivals: [HubInbox.Arrival] = []

    /// Begins a waiter's waiting, unless it has begun, and then takes the step `end`.
    mutating func proceed(_ waiter: Int, then end: Step?, _ actions: inout HubActions) {
      guard let waiting = waiters[waiter] else { return }
      waiting.begin?(&queue, waiter, &actions)
      waiters[waiter]?.begin = nil
      end?(&queue, waiter, &actions)
    }
  }

  // First, because the place of what follows a type of another library has to be looked up. Benchmarks: hub.
  private let inbox: HubInbox
  let destinations: [HubDestination]
  private let executor: DestinationExecutor
  private let time: SystemTime
  private let beginning: ContinuousClock.Instant
  /// How long the inbox is left alone.
  private let delay: Duration
  private let state: Lock<State>
  private let handle: @Sendable (HubProblem) -> Void
  /// Where issues are reported: a slow handler delays no delivery.
  let issues: DispatchQueue
  /// Makes IDs of deliveries that only this hub can tell from chance.
  private let key = UInt64.random(in: 0 ... .max)
  /// Runs work that a caller must not wait for.
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

  /// The caller that waits for its own calls: see ``TrackerHub/confirm(timeout:isolation:_:)``.
  @TaskLocal private static var confirmation: (hub: ObjectIdentifier, waiter: Int)?

  /// Takes a call for some destinations. Never waits.
  @inline(__always)
  func submit(_ call: consuming TrackerCall, at time: Envelope.Time = CurrentTime.now, to destinations: [Int]) {
    let arrival = HubInbox.Arrival(call: consume call, time: time, destinations: destinations)
    let duty = inbox.append(consume arrival) {
      Self.confirmation.flatMap { $0.hub == ObjectIdentifier(self) ? $0.waiter : nil }
    }
    if duty != .nothing { perform(duty) }
  }

  /// Runs something whose calls a waiter waits for.
  func confirm(_ body: () -> Void, by waiter: Int) {
    inbox.confirming { Self.$confirmation.withValue((ObjectIdentifier(self), waiter), operation: body) }
  }

  // A function of its own, which an event that comes alone need not fetch from memory. Benchmarks: hub.
  @inline(never) private func perform(_ duty: HubInbox.Duty) {
    switch duty {
    case .nothing: break
    case .schedule: after(delay) { $0.look() }
    case .wake: background.async { [weak self] in self?.update { _, _, _ in } }
    case .help: update(distributing: HubInbox.help) { _, _, _ in }
    }
  }

  /// Distributes the inbox. Its first call may have been there for almost as long as the worker left it alone.
  private func look() {
    inbox.look()
    update(arrivedBefore: delay) { _, _, _ in }
  }

  func report(_ problem: HubProblem) { issues.async { [handle] in handle(problem) } }

  /// Does something when some time has passed. It may come too late to make a difference.
  func after(_ delay: Duration, _ action: @escaping @Sendable (HubCore) -> Void) {
    time.schedule(delay.bounded) { [weak self] in self.map(action) }
  }

  /// Posts a purge, and begins it.
  func purge(
    _ indices: some Collection<Int> & Sendable, _ post: (inout State, Duration, inout HubActions) -> Void
  ) {
    let numbers = update { state, now, actions in
      post(&state, now, &actions)
      return indices.map { state.queue.destinations[$0].purgeNumber }
    }
    // Afterwards, so that a batch which a destination takes meanwhile knows of it.
    for (index, number) in zip(indices, numbers) { destinations[index].storing?.beginPurge(number) }
  }

  // MARK: The locks

  /// Distributes the inbox, runs `body` under the lock, and carries out the actions of the machine.
  ///
  /// - Parameters:
  ///   - count: How much of the inbox is distributed at most.
  ///   - delay: How long ago the first call in the inbox may have come.
  @discardableResult func update<Result: Sendable>(
    distributing count: Int = .max, arrivedBefore delay: Duration = .zero,
    _ body: (inout State, Duration, inout HubActions) -> Result
  ) -> Result {
    let now = now
    let (result, effects) = state.withLock { state -> (Result, [@Sendable () -> Void]) in
      var actions = HubActions()
      // Under the same lock as what is taken, so that it stays in order.
      var arrivals: [HubInbox.Arrival] = []
      swap(&arrivals, &state.arrivals)
      inbox.take(count, into: &arrivals)
      for call in arrivals.map(HubCall.init) {
        // What no destination takes must not be released under the lock.
        actions.discarded.append(call)
        state.queue.post(call, at: now - delay, &actions)
      }
      // Gives back the room of a long burst.
      arrivals.removeAll(keepingCapacity: arrivals.count <= HubInbox.roomKept)
      swap(&arrivals, &state.arrivals)
      let result = body(&state, now, &actions)
      state.queue.proceed(at: now, &actions)
      return (result, collect(actions, at: now, &state))
    }
    for effect in effects { effect() }
    return result
  }

  /// Starts deliveries. Returns the work for after unlocking.
  private func collect(_ actions: HubActions, at now: Duration, _ state: inout State) -> [@Sendable () -> Void] {
    var effects: [@Sendable () -> Void] = []
    // Before the end: what a cancelled call does then is not what the hub has asked for.
    for (index, call) in actions.cancelled {
      if let task = state.calls[index][call] { effects.append { task.cancel() } }
    }
    if actions.isEnd {
      effects.append {
        for destination in self.destinations { destination.storing?.hubHasEnded() }
        self.update { state, _, _ in state.queue.endIsKnown = true }
      }
    }
    // Before the waiters go on, so that they find the issues on their way.
    for problem in actions.problems { effects.append { self.report(problem) } }
    for (waiter, result) in actions.answered {
      if let waiter = state.waiters.removeValue(forKey: waiter) {
        effects.append { waiter.continuation.resume(returning: result) }
      }
    }
    for (index, call, work) in actions.work {
      // A delivery beside a call that has not returned needs no thread of the others.
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
      // Also if the clock says that it is not time yet: no other timer would come.
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
        // A purge may have come before the thread was free.
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
        state.queue.destinations[index].settle(call, ending, at: now, &actions)
      }
    }
  }
}
