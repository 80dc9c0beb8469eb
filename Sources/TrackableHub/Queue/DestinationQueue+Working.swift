// How the queue decides what the destination does next: `configure`, a delivery, a flush or a pause.
// `DestinationQueue+Flushing.swift` has flushes and the end of the queue.

extension DestinationQueue {
  /// Starts the work that is due, or notes when the hub has to call this method again.
  mutating func proceed(at now: Duration, isPaused: Bool, _ actions: inout HubActions) {
    checkTime(at: now, &actions)
    if isBusy { return }
    switch phase {
    case .notStarted: return
    case .configuring:
      let isPurgeDue = isPurgeWaiting && policy.purgesBeforeConfiguring
      if configureJob != nil && !isPurgeDue || isBackingOff(at: now, &actions) { return }
      if isPurgeDue { return deliver(at: now, &actions) }
      job += 1
      configureJob = job
      actions.work.append((index, job, .configure))
    case .ended:
      // After its end, the queue delivers only resets and purges.
      if first == nil || isBackingOff(at: now, &actions) { return }
      deliver(at: now, &actions)
    case .ready:
      // The age limit does not apply to an `identify` or a `reset`.
      if let age = policy.maximumAge, let first, now - first.enqueuedAt > age {
        drop(.expired, &actions) { now - $0.enqueuedAt <= age || $0.call.stays }
      }
      flushIfDue(at: now, &actions)
      if isBusy { return }
      if let first {
        if isPaused && !isPurgeWaiting || isBackingOff(at: now, &actions) { return }
        // A queue that is smaller than a batch delivers when it is full: a queue that waited for a whole batch would
        // drop calls.
        let isFull = hasReturned || waiting.count >= min(policy.capacity, policy.batchSize)
        let due = first.enqueuedAt + policy.batchDelay
        let isAwaited = callWaits.contains { $0.calls.upperBound >= first.sequence }
        guard isFull || isAwaited || isClosing || isPurgeWaiting || due <= now else {
          return actions.askAgain(at: due)
        }
        deliver(at: now, &actions)
      } else if isClosing, runningFlush?.deadline == nil {
        end(.late, &actions)
      }
    }
  }

  /// Delivers the next batch: calls that the destination has failed to deliver, or, without such calls, waiting calls.
  /// A purge is the last call of its batch. An `identify` or `reset` in front of the purge is part of that batch, so
  /// that a destination that sends later also forgets the user.
  private mutating func deliver(at now: Duration, _ actions: inout HubActions) {
    let isAgain = hasReturned
    if !isAgain { sizeLimit = nil }
    let last = isPurgeWaiting ? purgeSequence : .max
    while inFlight.count < sizeLimit ?? policy.batchSize, let slot = waiting.first, slot.sequence <= last,
      isPurgeWaiting || slot.hasReturned == isAgain
    {
      _ = waiting.remove()
      inFlight.append(slot)
    }
    if waiting.count == 0 { endEpisodes(.overflow) }
    batchCount = inFlight.count
    progress = DeliveryProgress(purgeNumber: purgeNumber)
    runningDelivery = begin(.deliver(inFlight, progress), at: now, &actions)
  }

  /// Begins a job at the destination, with a time limit.
  mutating func begin(_ work: Work, at now: Duration, _ actions: inout HubActions) -> Activity {
    job += 1
    actions.askAgain(at: now + policy.timeLimit)
    actions.work.append((index, job, work))
    return Activity(job: job, deadline: now + policy.timeLimit)
  }

  /// Cancels the current `configure`, and does not wait for it.
  mutating func abandonConfiguration(_ actions: inout HubActions) {
    if let configureJob { actions.cancelled.append((index, configureJob)) }
    configureJob = nil
  }

  /// Puts off the next attempt, after a failure.
  mutating func backOff(at now: Duration) {
    let pause = policy.retry.pause(afterFailures: failures, share: .random(in: 0...1))
    // Even a destination that asks for no pause gets the policy's pause.
    notBefore = max(now + pause, askedPauseEnd ?? now)
  }

  /// Whether the next attempt has to wait.
  private mutating func isBackingOff(at now: Duration, _ actions: inout HubActions) -> Bool {
    if isPurgeWaiting && !hasPurgeFailed { return false }
    guard let notBefore, notBefore > now else {
      (notBefore, askedPauseEnd) = (nil, nil)
      return false
    }
    actions.askAgain(at: notBefore)
    return true
  }

  /// Ends a pause, unless the destination has asked for it.
  mutating func hurry() { notBefore = askedPauseEnd }

  /// Cancels a job that takes too long. The queue does not wait for a cancelled flush. The queue does wait for a
  /// cancelled delivery.
  private mutating func checkTime(at now: Duration, _ actions: inout HubActions) {
    for case let deadline? in [runningFlush?.deadline, runningDelivery?.deadline] where deadline > now {
      actions.askAgain(at: deadline)
    }
    if let deadline = runningFlush?.deadline, deadline <= now {
      abandonFlush(&actions)
      answerEnded(&actions)
    }
    guard let runningDelivery, let deadline = runningDelivery.deadline, deadline <= now else { return }
    self.runningDelivery?.deadline = nil
    actions.cancelled.append((index, runningDelivery.job))
    report(
      .deliveryTimedOut, "has not finished a delivery within its time limit; it was cancelled.",
      fix: "let its deliver(_:) return when its task is cancelled; it gets nothing else until it has returned.",
      &actions)
  }
}
