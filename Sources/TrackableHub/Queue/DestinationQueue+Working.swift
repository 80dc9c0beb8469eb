// The queue calls the destination. Flushes and the end have a file of their own.

extension DestinationQueue {
  /// The hub is starting: the destination is to be configured.
  mutating func start() {
    if phase == .waiting { phase = .configuring }
  }

  /// Starts the work that is due at this time, or says when to ask again.
  mutating func proceed(at now: Duration, isPaused: Bool, _ actions: inout HubActions) {
    if !isIdle { checkTime(at: now, &actions) }
    guard isIdle else { return }
    switch phase {
    case .waiting: return
    case .configuring:
      let isPurgeDue = isPurgeWaiting && policy.purgesBeforeConfiguring
      if configuration != nil && !isPurgeDue || isPausing(at: now, &actions) { return }
      if isPurgeDue { return deliver(at: now, &actions) }
      call += 1
      configuration = Configuration(call: call)
      actions.work.append((index, call, .configure))
    case .failed, .closed:
      // A reset or a purge is left.
      if first == nil || isPausing(at: now, &actions) { return }
      deliver(at: now, &actions)
    case .ready:
      dropExpired(at: now, &actions)
      if flushIfDue(at: now, &actions) { return }
      if let first {
        if isPaused && !isClosing && !isPurgeWaiting || isPausing(at: now, &actions) { return }
        // Where there is no room for a whole batch, waiting for one would drop what comes next.
        let isFull = !batch.isEmpty || waiting.count >= min(policy.capacity, policy.batchSize)
        let due = first.arrival + policy.batchDelay
        guard isFull || !flushes.isEmpty || isClosing || isPurgeWaiting || due <= now else {
          return actions.askAgain(at: due)
        }
        deliver(at: now, &actions)
      } else if isClosing {
        end(.closed, &actions)
      }
    }
  }

  /// Delivers the next batch. One that has been out goes first, and alone; a purge is the last of its batch.
  private mutating func deliver(at now: Duration, _ actions: inout HubActions) {
    if batch.isEmpty {
      sizeLimit = nil
      let last = isPurgeWaiting ? purgeSequence : .max
      while batch.count < policy.batchSize, let slot = waiting.first, slot.sequence <= last {
        _ = waiting.remove()
        batch.append(slot)
      }
    }
    if waiting.isEmpty { episodes.remove(.overflow) }
    let (count, progress) = (min(sizeLimit ?? .max, batch.count), DeliveryProgress())
    begin(.delivering(count: count, progress), .deliver(Array(batch.prefix(count)), progress), at: now, &actions)
  }

  mutating func begin(_ activity: Activity, _ work: Work, at now: Duration, _ actions: inout HubActions) {
    self.activity = activity
    call += 1
    callDeadline = now + policy.timeLimit
    actions.askAgain(at: now + policy.timeLimit)
    actions.work.append((index, call, work))
  }

  /// Begins the pause after a failure.
  mutating func pause(at now: Duration) {
    let pause = policy.retry.pause(afterFailures: failures, share: .random(in: 0...1))
    // A destination that asks for no pause gets a short one all the same.
    notBefore = max(now + pause, askedPauseEnd ?? now)
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

  /// Cancels a call that takes too long. The queue goes on without a flush; it waits for a delivery to return.
  private mutating func checkTime(at now: Duration, _ actions: inout HubActions) {
    guard let deadline = callDeadline else { return }
    if deadline > now { return actions.askAgain(at: deadline) }
    switch activity {
    case .flushing:
      leaveFlush(&actions)
      answerSettled(isFlushed: false, &actions)
    case .delivering:
      callDeadline = nil
      actions.cancelled.append((index, call))
      actions.problems.append(.timedOut(name))
    case .none: break
    }
  }

  /// Drops the calls that are too old, but for those that tell who the user is.
  private mutating func dropExpired(at now: Duration, _ actions: inout HubActions) {
    guard let age = policy.maximumAge, let first, now - first.arrival > age else { return }
    drop(.expired, &actions) { now - $0.arrival <= age || $0.entry.stays }
  }
}
