// What is done at the destination, and when. Flushes and the end have files of their own.

extension DestinationQueue {
  /// The hub is starting: the destination is to be configured.
  mutating func start() {
    if phase == .waiting { phase = .configuring }
  }

  /// Starts what is due at this time, or says when to ask again.
  mutating func proceed(at now: Duration, isPaused: Bool, _ actions: inout HubActions) {
    if !isIdle { checkTime(at: now, &actions) }
    guard isIdle else { return }
    switch phase {
    case .waiting: return
    case .configuring:
      let isPurgeDue = isPurgeWaiting && policy.purgesBeforeConfiguring
      if configuration != nil && !isPurgeDue || isPausing(at: now, &actions) { return }
      if isPurgeDue {
        settleFlushes()
        return deliver(at: now, &actions)
      }
      call += 1
      configuration = Configuration(call: call)
      actions.work.append((index, call, .configure))
    case .failed, .closed:
      // What is left is what forgets.
      if firstSequence == nil || isPausing(at: now, &actions) { return }
      deliver(at: now, &actions)
    case .ready:
      dropExpired(at: now, &actions)
      settleFlushes()
      if flushIfDue(at: now, &actions) { return }
      if let first = firstArrival {
        if isPaused && !isClosing && !isPurgeWaiting || isPausing(at: now, &actions) { return }
        // Where there is no room for a whole batch, waiting for one would drop what comes next.
        let isFull = events.count == policy.capacity || userChanges.count >= policy.capacity
        let full = first.isReturned || isFull || events.count + userChanges.count >= policy.batch.count
        let due = first.arrival + policy.batch.delay
        guard full || !flushes.isEmpty || isClosing || isPurgeWaiting || due <= now else {
          return actions.askAgain(at: due)
        }
        deliver(at: now, &actions)
      } else if isClosing {
        finish(&actions)
      }
    }
  }

  private mutating func deliver(at now: Duration, _ actions: inout HubActions) {
    let hand = Hand(slots: takeBatch(), progress: DeliveryProgress())
    begin(.delivering(hand), .deliver(hand.slots, hand.progress), limit: policy.timeLimit, at: now, &actions)
  }

  mutating func begin(
    _ activity: Activity, _ work: Work, limit: Duration?, at now: Duration, _ actions: inout HubActions
  ) {
    self.activity = activity
    call += 1
    callDeadline = limit.map { now + $0 }
    if let callDeadline { actions.askAgain(at: callDeadline) }
    actions.work.append((index, call, work))
  }

  /// Whether an attempt that has failed makes the next one wait.
  private mutating func isPausing(at now: Duration, _ actions: inout HubActions) -> Bool {
    if isPurgeWaiting && !hasPurgeFailed { return false }
    guard let notBefore, notBefore > now else {
      notBefore = nil
      askedPauseEnd = nil
      return false
    }
    actions.askAgain(at: notBefore)
    return true
  }

  /// Ends a pause, unless the destination has asked for it.
  mutating func hurry() { notBefore = askedPauseEnd }

  /// A call that takes too long is cancelled. A flush is then no longer waited for; nothing else may run at the
  /// destination until a delivery returns.
  private mutating func checkTime(at now: Duration, _ actions: inout HubActions) {
    guard let deadline = callDeadline else { return }
    if deadline > now { return actions.askAgain(at: deadline) }
    callDeadline = nil
    actions.cancelled.append((index, call))
    switch activity {
    case .flushing(let waiting):
      overdueFlush = call
      activity = .none
      answer(waiting, isFlushed: false, &actions)
    case .delivering: actions.problems.append(.timedOut(index))
    case .none: break
    }
  }

  // MARK: Batches

  /// When the first delivery came.
  private var firstArrival: (arrival: Duration, isReturned: Bool)? {
    if let slot = returned.first { return (slot.arrival, true) }
    switch (events.first, userChanges.first) {
    case (let event?, let change?): return (min(event.arrival, change.arrival), false)
    case (let slot?, nil), (nil, let slot?): return (slot.arrival, false)
    case (nil, nil): return nil
    }
  }

  /// The sequence number of the first delivery that waits.
  var firstSequence: Int? {
    [returned.first, events.first, userChanges.first].compactMap { $0?.sequence }.min()
  }

  /// Whether a purge waits. Nothing is more urgent, and all that waits before it is who the user is.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= firstSequence ?? .max }

  /// Whether a denial waits: the user is to be forgotten, and then what was kept.
  var isDenialWaiting: Bool {
    guard isPurgeWaiting, let last = userChanges.elements.last(where: { $0.entry.tellsUser }) else { return false }
    return last.entry.forgets && last.sequence < purgeSequence
  }

  private mutating func takeBatch() -> [Slot] {
    var batch: [Slot] = []
    // What is waited for is not mixed with what comes later, so that it can be told what became of it.
    var last = flushes.first { !$0.isSettled }?.target ?? .max
    if isPurgeWaiting { last = min(last, purgeSequence) }
    if returned.isEmpty {
      sizeLimit = nil
      while batch.count < policy.batch.count, let slot = popFirst(last) { batch.append(slot) }
    } else {
      let limit = min(sizeLimit ?? .max, policy.batch.count)
      while batch.count < limit, let slot = returned.first, slot.sequence <= last {
        _ = returned.popFirst()
        batch.append(slot)
      }
    }
    if events.isEmpty { isOverflowing = false }
    if userChanges.isEmpty { userChangesLimit = policy.capacity }
    return batch
  }

  /// Takes the first of what waits, if it is not behind `last`.
  private mutating func popFirst(_ last: Int) -> Slot? {
    let (event, change) = (events.first?.sequence ?? .max, userChanges.first?.sequence ?? .max)
    guard min(event, change) <= last, min(event, change) < .max else { return nil }
    return event < change ? events.popFirst() : userChanges.popFirst()
  }

  /// What is too old to be sent is dropped, except who the user is.
  private mutating func dropExpired(at now: Duration, _ actions: inout HubActions) {
    guard let age = policy.maximumAge else { return }
    func isExpired(_ slot: Slot) -> Bool { now - slot.arrival > age && !slot.entry.isUserChange }
    while let slot = events.first, isExpired(slot) {
      _ = events.popFirst()
      counts.expired += 1
      actions.discarded.append(slot.entry)
    }
    if returned.count(where: isExpired) > 0 {
      for slot in returned.removeAll() {
        if isExpired(slot) {
          counts.expired += 1
          actions.discarded.append(slot.entry)
        } else {
          returned.append(slot)
        }
      }
    }
  }
}
