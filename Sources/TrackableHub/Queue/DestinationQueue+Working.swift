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
      if first == nil || isPausing(at: now, &actions) { return }
      deliver(at: now, &actions)
    case .ready:
      dropExpired(at: now, &actions)
      settleFlushes()
      if flushIfDue(at: now, &actions) { return }
      if let first {
        if isPaused && !isClosing && !isPurgeWaiting || isPausing(at: now, &actions) { return }
        // Where there is no room for a whole batch, waiting for one would drop what comes next.
        let isFull = !batch.isEmpty || waiting.count >= min(policy.capacity, policy.batch.count)
        let due = first.arrival + policy.batch.delay
        guard isFull || !flushes.isEmpty || isClosing || isPurgeWaiting || due <= now else {
          return actions.askAgain(at: due)
        }
        deliver(at: now, &actions)
      } else if isClosing {
        finish(&actions)
      }
    }
  }

  private mutating func deliver(at now: Duration, _ actions: inout HubActions) {
    let hand = Hand(count: takeBatch(), progress: DeliveryProgress())
    let work = Work.deliver(Array(batch.prefix(hand.count)), hand.progress)
    begin(.delivering(hand), work, limit: policy.timeLimit, at: now, &actions)
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

  /// What is to be delivered first.
  var first: Slot? { batch.first ?? waiting.first }

  /// Whether a purge waits. Nothing is more urgent, and all that waits before it is who the user is.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= first?.sequence ?? .max }

  /// Returns how many of the batch are to be delivered now. What has been out goes first, and alone.
  private mutating func takeBatch() -> Int {
    if batch.isEmpty {
      sizeLimit = nil
      // What is waited for is not mixed with what comes later, so that it can be told what became of it.
      var last = flushes.first { !$0.isSettled }?.target ?? .max
      if isPurgeWaiting { last = min(last, purgeSequence) }
      while batch.count < policy.batch.count, let slot = waiting.first, slot.sequence <= last {
        _ = waiting.popFirst()
        batch.append(slot)
      }
    }
    if waiting.isEmpty { isOverflowing = false }
    return min(sizeLimit ?? .max, batch.count)
  }

  /// What is too old to be sent is dropped, except who the user is.
  private mutating func dropExpired(at now: Duration, _ actions: inout HubActions) {
    guard let age = policy.maximumAge else { return }
    func isExpired(_ slot: Slot) -> Bool { now - slot.arrival > age && !slot.entry.stays }
    var expired = batch.filter(isExpired)
    batch.removeAll(where: isExpired)
    var place = 0
    while place < waiting.count, let slot = waiting[place], now - slot.arrival > age {
      if slot.entry.stays { place += 1 } else if let slot = waiting.remove(at: place) { expired.append(slot) }
    }
    counts.expired += expired.count
    actions.discarded += expired.map(\.entry)
  }
}
