// What is done at the destination.

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
    case .waiting, .failed, .closed: return
    case .configuring:
      if isPausing(at: now, &actions) { return }
      if isPurgeWaiting, policy.purgesBeforeConfiguring {
        settleFlushes()
        return deliver(at: now, &actions)
      }
      begin(.configuring, .configure, limit: nil, at: now, &actions)
    case .ready:
      admit(&actions)
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
    let hand = Hand(slots: takeBatch(&actions), progress: DeliveryProgress())
    begin(.delivering(hand), .deliver(hand.slots, hand.progress), limit: policy.timeLimit, at: now, &actions)
  }

  private mutating func begin(
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
      isToldToWait = false
      return false
    }
    actions.askAgain(at: notBefore)
    return true
  }

  /// Ends a pause, unless the destination has asked for it.
  mutating func hurry() {
    if !isToldToWait { notBefore = nil }
  }

  /// A call that takes too long is cancelled. A flush is then no longer waited for; nothing else may run at the destination
  /// until a delivery returns.
  private mutating func checkTime(at now: Duration, _ actions: inout HubActions) {
    guard let deadline = callDeadline else { return }
    if deadline > now { return actions.askAgain(at: deadline) }
    callDeadline = nil
    actions.cancelled.append(index)
    switch activity {
    case .flushing(let waiting):
      overdueFlush = call
      activity = .none
      answer(waiting, isFlushed: false, &actions)
    case .delivering: actions.problems.append(.timedOut(index))
    case .none, .configuring: break
    }
  }

  // MARK: Batches

  /// When the first delivery that is not suspended came.
  private var firstArrival: (arrival: Duration, isReturned: Bool)? {
    if let slot = returned.first { return (slot.arrival, true) }
    switch (events.first, userChanges.first) {
    case (let event?, let change?): return (min(event.arrival, change.arrival), false)
    case (let slot?, nil), (nil, let slot?): return (slot.arrival, false)
    case (nil, nil): return nil
    }
  }

  /// The sequence number of the first delivery that waits.
  private var firstSequence: Int? {
    [returned.first, events.first, userChanges.first, suspended.first].compactMap { $0?.sequence }.min()
  }

  /// Whether a purge waits. Nothing is more urgent, and all that waits before it is who the user is.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= firstSequence ?? .max }

  private mutating func takeBatch(_ actions: inout HubActions) -> [Slot] {
    var batch: [Slot] = []
    // What is waited for is not mixed with what comes later, so that it can be told what became of it.
    var last = flushes.first { !$0.isSettled }?.target ?? .max
    if isPurgeWaiting { last = min(last, purgeSequence) }
    if returned.isEmpty {
      sizeLimit = nil
      while batch.count < policy.batch.count, let slot = popFirst(last, &actions) { batch.append(slot) }
    } else {
      let limit = min(sizeLimit ?? .max, policy.batch.count)
      while batch.count < limit, let slot = returned.first, slot.sequence <= last {
        _ = returned.popFirst()
        batch.append(slot)
      }
    }
    admit(&actions)
    if events.isEmpty { isOverflowing = false }
    if userChanges.isEmpty { userChangesLimit = policy.capacity }
    return batch
  }

  /// Takes the first of what waits, if it is not behind `last`.
  private mutating func popFirst(_ last: Int, _ actions: inout HubActions) -> Slot? {
    admit(&actions)
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
      admit(&actions)
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

  // MARK: Flushing

  /// `waiter` wants everything up to the sequence number `target` to have arrived. Returns whether it has to wait for
  /// that.
  mutating func flush(_ waiter: Int, target: Int) -> Bool {
    // A destination that is not configured has nothing of its own to flush.
    if isFinished || (outstanding == 0 && phase != .ready) { return false }
    flushes.append(flush(waiter, upTo: target))
    hurry()
    return true
  }

  /// If everything that somebody waits for has been delivered, the destination sends what it keeps itself. Returns whether
  /// there is something to wait for.
  private mutating func flushIfDue(at now: Duration, _ actions: inout HubActions) -> Bool {
    let waiting = Array(flushes.prefix(while: \.isSettled))
    let isLast = isClosing && firstSequence == nil && !didLastFlush
    if isPurgeWaiting || waiting.isEmpty && !isLast { return false }
    flushes.removeFirst(waiting.count)
    if overdueFlush != nil {
      if isLast { didLastFlush = true }
      answer(waiting, isFlushed: false, &actions)
      return flushIfDue(at: now, &actions)
    }
    if isLast { didLastFlush = true }
    begin(.flushing(waiting), .flush, limit: policy.flushTimeLimit, at: now, &actions)
    return true
  }

  /// Where everything that somebody waits for is delivered or dropped, they are told what is so now: from here on, others
  /// may be delivered.
  private mutating func settleFlushes() {
    if flushes.isEmpty { return }
    let first = firstSequence ?? .max
    for (place, flush) in flushes.enumerated() where !flush.isSettled {
      if flush.target >= first { return }
      flushes[place] = Flush(
        waiter: flush.waiter, target: -1, outstanding: flush.outstanding, delivered: counts.delivered - flush.delivered)
    }
  }

  /// What `flush` is told now.
  func result(_ flush: Flush, isFlushed: Bool) -> DeliveryResult {
    var result = DeliveryResult()
    if flush.isSettled {
      result.delivered = flush.delivered
    } else {
      let count = handCount
      result.delivered = counts.delivered + count.performed - flush.delivered
      result.pending = outstanding(upTo: flush.target, count)
    }
    result.failed = flush.outstanding - result.delivered - result.pending
    if !isFlushed { result.unflushed = [name] }
    return result
  }

  private func outstanding(upTo target: Int, _ handCount: DeliveryProgress.Count) -> Int {
    func isMeant(_ slot: Slot) -> Bool { slot.sequence <= target }
    // Each is in order. So a flush that ends costs nearly the same however many wait.
    var count = returned.prefixCount(where: isMeant) + events.prefixCount(where: isMeant)
    count += userChanges.prefixCount(where: isMeant)
    if suspended.prefixCount(where: isMeant) == suspended.count {
      count += suspendedCount
    } else {
      count += suspended.count { isMeant($0) && suspendedWaiters[$0.waiter] != nil }
    }
    if case .delivering(let hand) = activity {
      count += hand.slots.dropFirst(handCount.total).count { $0.sequence <= target }
    }
    return count
  }

  /// A purge has come: what the destination still sends, it must not send. It is cancelled, and flushed again after the
  /// purge.
  mutating func endFlush(_ actions: inout HubActions) {
    guard case .flushing(let waiting) = activity else { return }
    actions.cancelled.append(index)
    callDeadline = nil
    overdueFlush = call
    activity = .none
    flushes = waiting + flushes
    didLastFlush = false
  }

  private func answer(_ flushes: [Flush], isFlushed: Bool, _ actions: inout HubActions) {
    actions.answered += flushes.map {
      ($0.waiter, Answer(success: isFlushed, result: result($0, isFlushed: isFlushed)))
    }
  }

  /// Nobody waits for a flush any more: everyone is told what is so now.
  mutating func answerFlushes(_ actions: inout HubActions) {
    var all = flushes
    flushes = []
    if case .flushing(let waiting) = activity {
      all = waiting + all
      activity = .flushing([])
    }
    answer(all, isFlushed: false, &actions)
  }

  /// `waiter` stops waiting for a flush. Returns what it is told, if it was waiting here.
  mutating func withdrawFlush(_ waiter: Int) -> DeliveryResult? {
    if let place = flushes.firstIndex(where: { $0.waiter == waiter }) {
      return result(flushes.remove(at: place), isFlushed: false)
    }
    guard case .flushing(var waiting) = activity, let place = waiting.firstIndex(where: { $0.waiter == waiter }) else {
      return nil
    }
    let flush = waiting.remove(at: place)
    activity = .flushing(waiting)
    return result(flush, isFlushed: false)
  }

  // MARK: The end

  /// Accepts nothing more; the destination ends when nothing is left.
  mutating func beginClosing(_ actions: inout HubActions) {
    if isFinished { return }
    closing = flush(0, upTo: .max)
    if phase == .waiting { return close(&actions) }
    isClosing = true
    hurry()
  }

  /// Ends at once. What has not arrived is lost.
  mutating func close(_ actions: inout HubActions) {
    if isFinished { return }
    if closing == nil { closing = flush(0, upTo: .max) }
    if !isIdle { actions.cancelled.append(index) }
    if case .delivering(let hand) = activity {
      let count = hand.progress.close().limited(to: hand.slots.count)
      counts.delivered += count.performed
      counts.purged += count.purged
      counts.afterShutdown += hand.slots.count - count.total
      activity = .none
    }
    counts.afterShutdown += waitingCount
    abandon(&actions)
    finish(&actions)
  }

  private mutating func finish(_ actions: inout HubActions) {
    phase = .closed
    answerFlushes(&actions)
    activity = .none
  }

  /// What the shutdown is told about this destination.
  var closingResult: DeliveryResult {
    guard let closing else { return DeliveryResult() }
    var result = DeliveryResult()
    result.delivered = counts.delivered - closing.delivered
    result.failed = closing.outstanding - result.delivered
    if wasConfigured && !wasFlushedLast { result.unflushed = [name] }
    return result
  }

  /// Discards what waits. The caller has counted it.
  mutating func abandon(_ actions: inout HubActions) {
    actions.discarded += (returned.removeAll() + events.removeAll() + userChanges.removeAll()).map(\.entry)
    dismissSuspended(&actions)
  }
}
