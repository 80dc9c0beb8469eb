import Dispatch

/// What was reported as missing: each ancestor once for each event.
struct ReportedFailure: Hashable {
  let failure: ReadFailure.Reason
  let typeName: String?
  let event: String
}

// No event waits for another one. An event that needs another actor is read by a job on that actor, one for all events
// that wait for it. It goes out when it is complete; when its time is up, or the user changes, as it is.

extension SystemCore {
  /// Makes an event wait until it was read on the actors that it needs, or until its time is up.
  func wait(_ event: IncompleteEvent) {
    guard let actor = event.nextActor?.actor else { return complete(event.read(in: nil)) }
    let identity = ObjectIdentifier(actor)
    let now = time.now()
    let (isFull, startsReader, expiry) = state.withLock { state -> (Bool, Bool, Expiry?) in
      if state.incomplete.isFull { return (true, false, nil) }
      let deadline = now + state.readTimeout
      state.incomplete.append(event, deadline: deadline)
      let isSooner = state.nextExpiry.map { deadline < $0 } ?? true
      if isSooner { state.nextExpiry = deadline }
      return (
        false, state.readers.insert(identity).inserted, isSooner ? Expiry(at: deadline, in: state.readTimeout) : nil
      )
    }
    if isFull { return handOver(event) }
    if let expiry { schedule(expiry) }
    if startsReader { startReader(on: actor) }
  }

  private func complete(_ event: IncompleteEvent) {
    if event.nextActor == nil { handOver(event) } else { wait(event) }
  }

  /// Nothing else keeps an actor alive, and this only until the job has read.
  private func startReader(on actor: any Actor) {
    Task.detached { await self.readAll(for: actor) }
  }

  private func readAll(for actor: any Actor) async {
    // Handed over here, and not on the actor: a tracker must not keep it busy.
    for number in await read(on: actor) { handOver(number) }
  }

  /// Reads what waits for an actor. Returns what is complete now.
  private func read(on actor: isolated any Actor) -> [Int] {
    let waiting = state.withLock { state in
      state.readers.remove(ObjectIdentifier(actor))
      return state.incomplete.waiting(for: ObjectIdentifier(actor))
    }
    return waiting.compactMap { number, event in advance(to: event.read(in: actor), number) ? number : nil }
  }

  /// Notes what was read for an event, and sees to what is still missing. Returns whether it is complete.
  private func advance(to event: IncompleteEvent, _ number: Int) -> Bool {
    guard let next = event.nextActor else { return state.withLock { $0.incomplete.update(number, to: event) } }
    guard let actor = next.actor else { return advance(to: event.read(in: nil), number) }
    let startsReader = state.withLock { state in
      state.incomplete.update(number, to: event) && state.readers.insert(next.identity).inserted
    }
    if startsReader { startReader(on: actor) }
    return false
  }

  private func handOver(_ number: Int) {
    // Somebody else has, if the user changed meanwhile or its time was up.
    if let (event, handover) = state.withLock({ $0.incomplete.take(number) }) { handOver(event, handover) }
  }

  /// A look at what has waited long enough.
  private struct Expiry {
    let instant: ContinuousClock.Instant
    let delay: Duration

    init(at instant: ContinuousClock.Instant, in delay: Duration) {
      self.instant = instant
      self.delay = delay
    }
  }

  private func schedule(_ expiry: Expiry) { time.schedule(expiry.delay) { self.expire(expiry) } }

  /// Sends out what has waited long enough.
  private func expire(_ expiry: Expiry) {
    let now = time.now()
    let (due, next) = state.withLock { state -> ([(event: IncompleteEvent, handover: Handover)], Expiry?) in
      // Another look comes sooner: the limit was made shorter meanwhile. That one sees to what is left.
      if state.nextExpiry != expiry.instant { return ([], nil) }
      let due = state.incomplete.takeAll(due: now)
      state.nextExpiry = state.incomplete.firstDeadline
      return (due, state.nextExpiry.map { Expiry(at: $0, in: $0 - now) })
    }
    // First of all, so that a tracker that takes its time delays nobody else.
    if let next { schedule(next) }
    for (event, handover) in due { handOver(event, handover) }
  }
}

extension SystemCore {
  /// Hands over `identify` or `reset`, so that no event arrives under the wrong user: what waits for the caller's own
  /// actor is read now, the rest goes out as it is, and what is being handed over at this moment is waited for.
  ///
  /// It never waits longer than an event may, nor for an actor, nor from within such a hand-over, and no lock is held.
  func changeUser(
    _ delivery: Delivery, _ route: TrackerRoute, isolation: (any Actor)?, _ location: () -> SourceLocation
  ) {
    let (taken, active, deadline) = takeIncomplete()
    let isolation = isolation ?? (taken.isEmpty ? nil : CurrentActor.main)
    for (event, handover) in taken {
      var event = event
      while let next = event.nextActor, next.isHere(isolation) || next.actor == nil {
        event = event.read(in: isolation)
      }
      handOver(event, handover)
    }
    wait(for: active, until: deadline)
    submit(delivery, route, location)
  }

  /// What waits, what is being handed over at this moment, and until when that is waited for.
  private func takeIncomplete() -> (
    taken: [(event: IncompleteEvent, handover: Handover)], active: [Handover], deadline: DispatchTime
  ) {
    let (taken, active, timeout) = state.withLock { state in
      let active = state.incomplete.handovers
      return (state.incomplete.takeAll(), active, state.readTimeout)
    }
    return (taken, active, .now() + timeout.dispatchInterval)
  }

  private func wait(for active: [Handover], until deadline: DispatchTime) {
    if active.isEmpty || ActiveCalls.isActive(.deliver, of: self) { return }
    for handover in active { handover.wait(until: deadline) }
  }

  /// Forgets what waits for other actors and what is held, and then tells the trackers to do the same: also of what is
  /// being handed over at this moment.
  func purge(_ route: TrackerRoute, _ location: () -> SourceLocation) {
    let held = state.withLock { $0.held.purge() }
    let (taken, active, deadline) = takeIncomplete()
    for (_, handover) in taken { finish(handover) }
    withExtendedLifetime(held) {}
    wait(for: active, until: deadline)
    submit(.purge, route, location)
  }

  private func handOver(_ event: IncompleteEvent, _ handover: Handover) {
    ActiveCalls.run(.deliver, of: self) { handOver(event) } ?? handOver(event)
    finish(handover)
  }

  private func finish(_ handover: Handover) {
    let waiters = state.withLock { $0.incomplete.finish(handover) }
    handover.finish()
    for resume in waiters { resume() }
  }

  private func handOver(_ event: IncompleteEvent) { event.inItsScope { handOverInScope(event) } }

  private func handOverInScope(_ event: IncompleteEvent) {
    let (delivery, route, flawed, failures) = event.delivery(usesTrackersOfLinks: usesTrackersOfLinks)
    if !flawed.isEmpty || !failures.isEmpty {
      ActiveCalls.withFrame(inheriting: event.calls) { _ in
        issues.reportFlaws(of: flawed, at: event.location)
        report(failures, of: delivery, at: event.location)
      }
    }
    // The route ends with the task's trackers.
    let given = usesTrackersOfLinks ? route : TrackerRoute()
    event.moment.apply { submit(delivery, given) { event.location } }
  }

  /// What waits for an actor.
  var waitingEvents: [IncompleteEvent] { state.withLock { $0.incomplete.waitingEvents } }

  /// Returns when no event waits for an actor or is being handed over.
  func drain() async {
    var isBusy = true
    while isBusy {
      isBusy = await withCheckedContinuation { continuation in
        if !state.withLock({ $0.incomplete.flush { continuation.resume(returning: true) } }) {
          continuation.resume(returning: false)
        }
      }
    }
  }

  /// Reports what could not be read: each ancestor once for each event.
  func report(_ failures: [ReadFailure], of name: @autoclosure () -> String, at location: SourceLocation) {
    if failures.isEmpty { return }
    let name = name()
    for failure in failures {
      let known = ReportedFailure(failure: failure.reason, typeName: failure.source.typeName, event: name)
      let isNew = state.withLock { state in
        // Names can be made up without end.
        if state.reported.count >= 4_096 { state.reported.removeAll() }
        return state.reported.insert(known).inserted
      }
      if isNew { report(failure.issue(name, at: location)) }
    }
  }

  private func report(_ failures: [ReadFailure], of delivery: Delivery, at location: SourceLocation) {
    switch delivery {
    case .track(let event): report(failures, of: event.name, at: location)
    case .update(let property): report(failures, of: property.name, at: location)
    default: break
    }
  }
}
