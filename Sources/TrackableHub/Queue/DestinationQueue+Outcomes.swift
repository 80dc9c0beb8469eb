import Trackable

// How the queue reacts to the result of a `configure`, a delivery or a flush.

extension DestinationQueue {
  /// The end of a job.
  enum Ending: Sendable {
    case configured
    case configurationFailed(String)
    case delivered(DeliveryOutcome)
    /// The result of the calls that the destination had stored, if it stores calls.
    case flushed(DeliveryResult)
  }

  /// Applies the end of a job.
  mutating func apply(_ ending: Ending, of job: Int, at now: Duration, _ actions: inout HubActions) {
    if let flush = runningFlush, flush.job == job {
      runningFlush = nil
      guard flush.deadline != nil, case .flushed(let result) = ending else { return }
      // A destination that stores calls receives batches even during its flush, and the flush need not include those
      // batches. So only the callers that waited when the flush began get its result.
      return figures == nil
        ? answerEnded(flushed: result, &actions) : answer(flushed: result, &actions) { $0.isUnderWay }
    }
    if job == configureJob { return applyConfiguration(ending, at: now, &actions) }
    // A job that was given up returns only now. The queue has already counted the calls of its batch.
    if job != runningDelivery?.job { return }
    let rest = endDelivery()
    if case .delivered(let outcome) = ending { apply(outcome, to: rest, at: now, &actions) }
  }

  private mutating func applyConfiguration(_ ending: Ending, at now: Duration, _ actions: inout HubActions) {
    configureJob = nil
    guard case .configurationFailed(let reason) = ending else {
      (phase, wasConfigured, failures) = (.ready, true, 0)
      return
    }
    failures += 1
    if policy.retry.givesUp(afterFailures: failures) {
      let attempts = HubProblem.count(failures, "attempt", "attempts")
      report(
        .destinationGivenUp, "could not be configured in \(attempts), and gets nothing: \(reason).",
        fix: "see what its configure() needs, or give the hub another retry policy.", &actions)
      failures = 0
      end(.failed, &actions)
    } else {
      backOff(at: now)
      if failures > 1 { return }
      report(
        .configurationFailed, "could not be configured, and is tried again: \(reason).",
        fix: "see what its configure() needs; its deliveries wait until it succeeds.", &actions)
    }
  }

  private mutating func apply(
    _ outcome: DeliveryOutcome, to rest: [Slot], at now: Duration, _ actions: inout HubActions
  ) {
    var refusals = progress.made.compactMap { $0 }
    // The destination did not send a batch that a purge has stopped, so the queue ignores the destination's answer.
    switch progress.hasStopped ? .retry(because: "purged") : outcome {
    case .accepted, .rejected:
      count(rest, as: .delivered)
      succeed()
      if refusals.isEmpty { endEpisodes(.refusal) }
    case .tooLarge where rest.count <= 1:
      count(rest, as: .rejected)
      succeed()
      refusals += rest.map { _ in "it is too large" }
    case .tooLarge:
      sizeLimit = (rest.count + 1) / 2
      requeue(rest, dropping: progress.isPurged ? .purged : nil, &actions)
    case .retry(let after, let reason):
      fail(rest, after: after, reason, at: now, &actions)
    }
    if refusals.isEmpty { return }
    report(
      .deliveriesRejected,
      "refuses \(HubProblem.count(refusals.count, "delivery", "deliveries")): \(refusals.min() ?? "").",
      fix: "change these calls; the ledger counts refused ones.", once: .refusal, &actions)
  }

  private mutating func succeed() {
    failures = 0
    endEpisodes(.failure, .loss)
  }

  private mutating func fail(
    _ rest: [Slot], after: Duration?, _ reason: String, at now: Duration, _ actions: inout HubActions
  ) {
    if let after {
      askedPauseEnd = now + after.bounded
      notBefore = askedPauseEnd
    }
    // A purge that cancels a batch is not a failure, so the only pause that may follow is one that the destination has
    // asked for.
    if progress.isPurged { return requeue(rest, dropping: .purged, &actions) }
    failures += 1
    hasPurgeFailed = true
    let givesUp = policy.retry.givesUp(afterFailures: failures)
    let isLoss = givesUp && !rest.allSatisfy(\.call.stays)
    requeue(rest, dropping: givesUp ? .failed : nil, &actions)
    if hasReturned { backOff(at: now) } else { failures = 0 }
    // After a loss, no issue may announce a retry of the lost calls.
    if isLoss, !episodes.contains(.failure) { episodes.append(.failure) }
    report(
      .deliveryFailed, "did not take a batch, which is \(isLoss ? "dropped" : "tried again"): \(reason).",
      fix: isLoss
        ? "give it a retry policy with more retries; the ledger counts the lost calls."
        : "see why; its calls wait until it succeeds, within its capacity.",
      once: isLoss ? .loss : .failure, &actions)
  }

  /// Puts undelivered calls back in front of the queue. If a fate is given, the queue drops these calls under that
  /// fate, except a purge, an `identify` and a `reset`. After the end of the queue, the queue drops them even without a
  /// given fate.
  private mutating func requeue(_ slots: [Slot], dropping fate: TrackerLedger.Fate?, _ actions: inout HubActions) {
    var kept = slots
    if let fate = fate ?? (hasEnded ? self.fate : nil) {
      kept = slots.filter(\.call.stays)
      drop(slots.filter { !$0.call.stays }, fate, &actions)
    }
    for place in kept.indices { kept[place].attempt += 1 }
    waiting.prepend(kept)
  }
}
