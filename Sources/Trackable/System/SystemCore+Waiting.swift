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
    if isFull { return handOverAtOnce(event) }
    if let expiry { schedule(expiry) }
    if startsReader { startReader(on: actor) }
  }

  private func complete(_ event: IncompleteEvent) {
    if event.nextActor == nil { handOverAtOnce(event) } else { wait(event) }
  }

  /// Hands over what does not wait after all.
  private func handOverAtOnce(_ event: IncompleteEvent) {
    if let property = event.property { settleUpdates(of: property) }
    handOver(event)
  }

  /// Nothing else keeps an actor alive, and this only until the job has read.
  private func startReader(on actor: any Actor) {
    Task.detached { await self.readAll(for: actor) }
  }

  private func readAll(for actor: any Actor) async {
    // Handed over here, and not on the actor: a tracker must not keep it busy.
    for number in await read(on: actor) { handOver(number) }
  }

  /// How many events are read in one job, which keeps the actor for about a millisecond.
  static let readAtOnce = 256

  /// Reads what waits for an actor, or as much of it as fits into one job. Returns what is complete now.
  private func read(on actor: isolated any Actor) -> [Int] {
    let identity = ObjectIdentifier(actor)
    let waiting = state.withLock { state in
      let waiting = state.incomplete.waiting(for: identity)
      if waiting.count <= Self.readAtOnce { state.readers.remove(identity) }
      return waiting
    }
    if waiting.count > Self.readAtOnce { startReader(on: actor) }
    return waiting.prefix(Self.readAtOnce).compactMap { number, event in
      advance(to: event.read(in: actor), number) ? number : nil
    }
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
      let due = state.incomplete.takeAll { $1 <= now }
      state.nextExpiry = state.incomplete.firstDeadline
      return (due, state.nextExpiry.map { Expiry(at: $0, in: $0 - now) })
    }
    // First of all, so that a tracker that takes its time delays nobody else.
    if let next { schedule(next) }
    for (event, handover) in due { handOver(event, handover) }
  }
}

extension SystemCore {
  func handOver(_ event: IncompleteEvent, _ handover: Handover) {
    if let property = event.property { settleUpdates(of: property, before: handover.number) }
    ActiveCalls.during(.deliver, of: self) { handOver(event) }
    finish(handover)
  }

  func finish(_ handover: Handover) {
    let waiters = state.withLock { $0.incomplete.finish(handover) }
    handover.finish()
    for resume in waiters { resume() }
  }

  private func handOver(_ event: IncompleteEvent) { event.inItsScope { handOverInScope(event) } }

  private func handOverInScope(_ event: IncompleteEvent) {
    let (delivery, route, flawed, failures) = event.delivery(usesTrackersOfLinks: usesTrackersOfLinks)
    if !flawed.isEmpty || !failures.isEmpty {
      ActiveCalls.withCalls(event.calls) {
        issues.reportFlaws(of: flawed, at: event.location)
        report(failures, of: delivery, at: event.location)
      }
    }
    // The route ends with the task's trackers.
    let given = usesTrackersOfLinks ? route : TrackerRoute()
    event.moment.apply {
      if !event.hasDefaults { return submit(delivery, given) { event.location } }
      // One that has rank 7 already is of the tracker's time, or of the replay: its turn is now.
      ActiveCalls.during(.replay, of: self) { submit(delivery, given) { event.location } }
    }
  }

  /// Where the events were tracked that wait for an actor. What is being handed over at this moment is waited for, a second
  /// at most, since its tracker may have it already.
  var incompleteLocations: [CodeLocation] {
    wait(for: state.withLock { $0.incomplete.handovers }, until: .now() + .seconds(1))
    return state.withLock { $0.incomplete.locations }
  }

  /// Returns when what was tracked before has been handed to its trackers, unless it is held because there is none yet.
  func drain() async {
    await reachesEndOfReplay()
    // Twice: what came out of the first wait may have been held, and then wait for what the root has above it.
    for _ in 1...2 {
      await withCheckedContinuation { continuation in
        if !state.withLock({ $0.incomplete.flush { continuation.resume() } }) { continuation.resume() }
      }
      await reachesEndOfReplay()
    }
  }

  private func reachesEndOfReplay() async {
    await withCheckedContinuation { continuation in
      let isReplaying = state.withLock { state in
        if state.held.isReplaying { state.replayWaiters.append { continuation.resume() } }
        return state.held.isReplaying
      }
      if !isReplaying { continuation.resume() }
    }
  }

  /// Reports what could not be read: each ancestor once for each event.
  func report(
    _ failures: [ReadFailure], of name: @autoclosure () -> String, isUpdate: Bool = false, at location: CodeLocation
  ) {
    if failures.isEmpty { return }
    let name = name()
    for failure in failures {
      let known = ReportedFailure(failure: failure.reason, typeName: failure.source.typeName, event: name)
      let isNew = state.withLock { state in
        // Names can be made up without end.
        if state.reported.count >= 4_096 { state.reported.removeAll() }
        return state.reported.insert(known).inserted
      }
      if isNew { report(failure.issue(name, isUpdate: isUpdate, at: location)) }
    }
  }

  private func report(_ failures: [ReadFailure], of delivery: Delivery, at location: CodeLocation) {
    switch delivery {
    case .track(let event): report(failures, of: event.name, at: location)
    case .update(let property): report(failures, of: property.name, isUpdate: true, at: location)
    default: break
    }
  }
}
