// A call to the destination returns.

extension DestinationQueue {
  /// How a call ended.
  enum Ending: Sendable {
    case configured
    case configurationFailed(String)
    case delivered(DeliveryOutcome)
    /// Whether what the destination has taken has arrived.
    case flushed(hasArrived: Bool)
  }

  /// A call to the destination has returned.
  mutating func settle(_ call: Int, _ ending: Ending, at now: Duration, _ actions: inout HubActions) {
    if call == overdueFlush { overdueFlush = nil }
    if call == configuration?.call { return settleConfiguration(ending, at: now, &actions) }
    // An old call, which has been accounted for.
    guard call == self.call, !isIdle else { return }
    callDeadline = nil
    switch (activity, ending) {
    case (.flushing, .flushed(let hasArrived)):
      activity = .none
      answerSettled(isFlushed: hasArrived, &actions)
    case (.delivering(_, let progress), .delivered(let outcome)): settle(progress, outcome, at: now, &actions)
    default: break
    }
  }

  private mutating func settleConfiguration(_ ending: Ending, at now: Duration, _ actions: inout HubActions) {
    let isCancelled = configuration?.isCancelled ?? false
    configuration = nil
    guard phase == .configuring else { return }
    if case .configured = ending { (phase, wasConfigured, failures) = (.ready, true, 0) }
    guard case .configurationFailed(let reason) = ending, !isCancelled else { return }
    failures += 1
    if pause(at: now) {
      if failures == 1 { actions.problems.append(.configurationFailed(name, reason: reason)) }
    } else {
      actions.problems.append(.gaveUp(name, failures: failures, reason: reason))
      failures = 0
      end(.failed, &actions)
    }
  }

  private mutating func settle(
    _ progress: DeliveryProgress, _ outcome: DeliveryOutcome, at now: Duration, _ actions: inout HubActions
  ) {
    // From here on, the destination makes no calls of the batch.
    progress.close()
    catchUp()
    let rest = Array(batch.prefix(outCount))
    batch.removeFirst(rest.count)
    activity = .none
    var refusals = progress.made.compactMap { $0 }
    // A batch that a purge has stopped was not sent; the destination's answer does not count.
    switch progress.hasStopped ? .retry(because: "purged") : outcome {
    case .accepted, .rejected:
      settle(rest, .delivered)
      succeed()
      if refusals.isEmpty { episodes.remove(.refusal) }
    case .tooLarge where rest.count <= 1:
      settle(rest, .rejected)
      succeed()
      refusals += rest.map { _ in "it is too large" }
    case .tooLarge:
      sizeLimit = (rest.count + 1) / 2
      takeBack(rest, isPurged: progress.isPurged, &actions)
    case .retry(let after, let reason):
      fail(rest, progress.isPurged, after: after, reason, at: now, &actions)
    }
    if !refusals.isEmpty { report(.rejected(name, refusals), once: .refusal, &actions) }
  }

  private mutating func succeed() {
    failures = 0
    episodes.subtract([.failure, .loss])
  }

  private mutating func fail(
    _ rest: [Slot], _ isPurged: Bool, after: Duration?, _ reason: String, at now: Duration, _ actions: inout HubActions
  ) {
    if let after {
      askedPauseEnd = now + min(max(after, .zero), .longestPause)
      notBefore = askedPauseEnd
    }
    // To be cancelled by a purge is no failure. The rest goes out at once, or when the destination says.
    if isPurged { return takeBack(rest, isPurged: true, &actions) }
    failures += 1
    hasPurgeFailed = true
    let isDropped = !pause(at: now)
    if isDropped {
      drop(rest, .failed, &actions)
      failures = 0
    } else {
      takeBack(rest, isPurged: false, &actions)
    }
    // An earlier issue may have said that the lost calls are tried again. After a loss none says so.
    if isDropped { episodes.insert(.failure) }
    report(
      .deliveryFailed(name, reason: reason, isDropped: isDropped), once: isDropped ? .loss : .failure, &actions)
  }

  /// Puts undelivered calls first for the next time, but for those that a purge removes.
  private mutating func takeBack(_ slots: [Slot], isPurged: Bool, _ actions: inout HubActions) {
    drop(slots.filter { isPurged && !$0.entry.stays }, .purged, &actions)
    let kept = slots.filter { !isPurged || $0.entry.stays }
    batch = kept + batch
    for place in kept.indices { batch[place].attempt += 1 }
  }
}
