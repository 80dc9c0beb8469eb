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
    var waiters: [(number: Int, waiter: Waiter)] = []
    // Arrays, because a dictionary of a type has its own copy of the code of dictionaries: 3 KiB.
    /// The running tasks of each destination, by the number of the job.
    var jobs: [[(number: Int, task: Task<Void, Never>)]]
    /// The times at which a timer wakes the hub.
    var alarms: [Duration] = []
    /// The array for calls from the inbox. The hub keeps the array, so that its memory is used again. The benchmarks of
    /// the hub show the difference.
    var calls: [AddressedCall] = []

    /// Begins the wait of `waiter`, unless it has begun. Returns whether the caller is still suspended.
    @discardableResult mutating func beginWait(of waiter: Int, _ actions: inout HubActions) -> Bool {
      guard let place = waiters.firstIndex(where: { $0.number == waiter }) else { return false }
      waiters[place].waiter.begin?(&queue, waiter, &actions)
      waiters[place].waiter.begin = nil
      return true
    }

    /// Ends the wait of `waiter`. A wait that has not begun begins before that, so that the destinations still flush.
    mutating func endWait(of waiter: Int, by end: Step, _ actions: inout HubActions) {
      if beginWait(of: waiter, &actions) { end(&queue, waiter, &actions) }
    }
  }

  // This is the first property, because the compiler does not know the offset of a property that stands behind a type
  // of another library. The benchmarks of the hub show the difference.
  private let inbox: HubInbox
  let destinations: [HubDestination]
  private let executor: DestinationExecutor
  private let time: SystemTime
  private let beginning: ContinuousClock.Instant
  /// The time from the moment when a call enters the inbox until the worker looks into the inbox.
  private let delay: Duration
  private let state: Lock<State>
  private let handle: @Sendable (HubProblem) -> Void
  /// The queue on which issues are reported, so that a slow handler delays no delivery.
  let issues: DispatchQueue
  /// The key by which the IDs of deliveries look random to everyone except this hub.
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
    state = Lock(State(queue: queue, jobs: destinations.map { _ in [] }))
  }

  var now: Duration { beginning.duration(to: time.now()) }

  // MARK: What callers do

  /// The waiter for the calls of the current `confirm`: see ``TrackerHub/confirm(timeout:isolation:_:)``.
  @TaskLocal private static var confirmation: (hub: ObjectIdentifier, waiter: Int)?

  /// Puts a call into the inbox. Never waits.
  func enqueue(_ call: consuming AddressedCall) {
    let duty = inbox.enqueue(consume call) {
      Self.confirmation.flatMap { $0.hub == ObjectIdentifier(self) ? $0.waiter : nil }
    }
    if let duty { perform(duty) }
  }

  /// Runs a closure. The waiter waits for the calls of the closure.
  func confirm(_ body: () -> Void, by waiter: Int) {
    inbox.confirming { Self.$confirmation.withValue((ObjectIdentifier(self), waiter), operation: body) }
  }

  // This is a separate function, so that a single event does not load this code. The benchmarks of the hub show the
  // difference.
  private func perform(_ duty: HubInbox.Duty) {
    switch duty {
    case .schedule: after(delay) { $0.distribute() }
    case .wake: background.async { [weak self] in self?.tick() }
    case .help: tick(distributing: HubInbox.help)
    }
  }

  /// Distributes the calls of the inbox. The first call may have been in the inbox for the whole `delay`.
  private func distribute() {
    inbox.beginDistributing()
    tick(inboxDelay: delay)
  }

  func report(_ problem: HubProblem) { issues.async { [handle] in handle(problem) } }

  /// Runs an action after some time. The hub may have ended by then.
  func after(_ delay: Duration, _ action: @escaping @Sendable (HubCore) -> Void) {
    time.schedule(time.now() + delay.bounded) { [weak self] in self.map(action) }
  }

  /// Puts a purge into the queues, and then tells the destinations that store calls.
  func purge(
    _ indices: [Int], _ enqueue: (inout State, Duration, inout HubActions) -> Void
  ) {
    let numbers = update { state, now, actions in
      enqueue(&state, now, &actions)
      return indices.map { state.queue.destinations[$0].purgeNumber }
    }
    // The queues come first, so that a batch which a destination takes meanwhile knows of the purge.
    for (index, number) in zip(indices, numbers) { destinations[index].storing?.beginPurge(number) }
  }

  // MARK: The locks

  // The closure is optional, and the method is not generic, because otherwise the compiler makes a copy of it for each
  // closure and each result: 20 KiB.
  /// Distributes the inbox, runs `body` under the lock, and carries out the actions of the state machine.
  ///
  /// - Parameters:
  ///   - count: The most calls that are distributed.
  ///   - delay: The time that the first call may have spent in the inbox.
  private func change(
    distributing count: Int, inboxDelay delay: Duration, _ body: ((inout State, Duration, inout HubActions) -> Void)?
  ) {
    let now = now
    let effects = state.withLock { state -> [@Sendable () -> Void] in
      var actions = HubActions()
      // The calls are taken from the inbox and distributed under one lock, so that they stay in order.
      var calls: [AddressedCall] = []
      swap(&calls, &state.calls)
      inbox.dequeue(count, into: &calls)
      for call in calls.map(HubCall.init) {
        // A call that no destination takes is kept here, because it must not be released under the lock.
        actions.discarded.append(call)
        state.queue.enqueue(call, at: now - delay, &actions)
      }
      // This frees the memory that a long burst of calls has taken.
      calls.removeAll(keepingCapacity: calls.count <= HubInbox.roomKept)
      swap(&calls, &state.calls)
      body?(&state, now, &actions)
      state.queue.proceed(at: now, &actions)
      return carryOut(actions, at: now, &state)
    }
    for effect in effects { effect() }
  }

  /// Distributes the inbox, runs `body` under the lock, and carries out the actions of the state machine.
  @discardableResult func update<Result: Sendable>(
    _ body: (inout State, Duration, inout HubActions) -> Result
  ) -> Result {
    withoutActuallyEscaping(body) { body in
      var result: Result?
      change(distributing: .max, inboxDelay: .zero) { result = body(&$0, $1, &$2) }
      guard let result else { preconditionFailure("the hub has not run a change") }
      return result
    }
  }

  /// Distributes calls, and starts the work that is due.
  private func tick(distributing count: Int = .max, inboxDelay delay: Duration = .zero) {
    change(distributing: count, inboxDelay: delay, nil)
  }

  /// Starts deliveries. Returns the work to do after unlocking.
  private func carryOut(_ actions: HubActions, at now: Duration, _ state: inout State) -> [@Sendable () -> Void] {
    var effects: [@Sendable () -> Void] = []
    // The cancellation comes before `hubHasEnded()`, so that a destination ignores the rest of a cancelled job.
    for (index, job) in actions.cancelled {
      if let (_, task) = state.jobs[index].first(where: { $0.number == job }) { effects.append { task.cancel() } }
    }
    if actions.isEnd {
      effects.append {
        for destination in self.destinations { destination.storing?.hubHasEnded() }
        self.update { state, _, _ in state.queue.end = .told }
      }
    }
    // The hub enqueues issues before it resumes waiters, so that an issue is on its way when a suspended caller
    // returns.
    for problem in actions.problems { effects.append { self.report(problem) } }
    for (waiter, result) in actions.resumed {
      guard let place = state.waiters.firstIndex(where: { $0.number == waiter }) else { continue }
      let continuation = state.waiters.remove(at: place).waiter.continuation
      effects.append { continuation.resume(returning: result) }
    }
    for (index, job, work) in actions.work {
      // If a job of the destination has not returned, the second task gets a thread of its own.
      let executor = state.jobs[index].isEmpty ? self.executor : DestinationExecutor(name: destinations[index].name)
      let task = executor.start { [self] in await perform(work, at: index, job: job) }
      state.jobs[index].append((job, task))
    }
    state.alarms.removeAll { $0 <= now }
    if let deadline = actions.deadline, !state.alarms.contains(where: { $0 <= deadline }) {
      state.alarms.append(deadline)
      time.schedule(beginning + deadline.bounded) { [weak self] in self?.ring(deadline) }
    }
    let discarded = actions.discarded
    if !discarded.isEmpty { effects.append { withExtendedLifetime(discarded) {} } }
    return effects
  }

  private func ring(_ alarm: Duration) {
    update { state, _, _ in
      // The alarm is removed even if, by the clock, it has rung too early, because an alarm rings only once.
      if let place = state.alarms.firstIndex(of: alarm) { state.alarms.remove(at: place) }
    }
  }

  // MARK: Work at a destination

  private func perform(_ work: DestinationQueue.Work, at index: Int, job: Int) async {
    let ending = await ending(of: work, at: index)
    // The batch may hold the last reference to an adopter's object, so it is released after unlocking.
    withExtendedLifetime(work) {
      update { state, now, actions in
        state.jobs[index].removeAll { $0.number == job }
        state.queue.destinations[index].apply(ending, of: job, at: now, &actions)
      }
    }
  }

  private func ending(of work: DestinationQueue.Work, at index: Int) async -> DestinationQueue.Ending {
    do {
      switch work {
      case .configure:
        try await destinations[index].configure()
        return .configured
      case .deliver(let slots, let progress):
        let batch = DeliveryBatch(
          envelopes: slots.map { Envelope($0, key) }, progress: progress, user: destinations[index].user)
        // A purge may have come while the task waited for a thread.
        let outcome: DeliveryOutcome =
          progress.isPurged ? .retry(because: "purged") : try await destinations[index].deliver(batch)
        if case .rejected(let ids, let reason) = outcome { batch.refuse(Set(ids), because: reason) }
        return .delivered(outcome)
      case .flush:
        return .flushed(await destinations[index].flush())
      }
    } catch {
      let reason = TrackedProperties.text(of: error)
      return if case .configure = work { .configurationFailed(reason) } else { .delivered(.retry(because: reason)) }
    }
  }
}
