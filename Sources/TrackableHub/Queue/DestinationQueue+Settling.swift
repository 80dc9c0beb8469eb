// What became of a call to the destination.

extension DestinationQueue {
  /// How a call ended.
  enum Ending: Sendable {
    case configured
    case configurationFailed(String)
    case delivered(DeliveryOutcome)
    /// Whether what the destination has taken has arrived, or been given up.
    case flushed(isSent: Bool)
  }

  /// A call to the destination has returned.
  mutating func settle(_ call: Int, _ ending: Ending, key: UInt64, at now: Duration, _ actions: inout HubActions) {
    if call == overdueFlush { overdueFlush = nil }
    if call == configuration?.call { return settleConfiguration(ending, at: now, &actions) }
    // An old call; what it was about has been accounted for.
    guard call == self.call, !isIdle else { return }
    callDeadline = nil
    switch (activity, ending) {
    case (.flushing(let waiting), .flushed(let isSent)):
      activity = .none
      wasFlushedLast = didLastFlush && isSent
      answer(waiting, isFlushed: isSent, &actions)
    case (.delivering(let hand), .delivered(let outcome)):
      activity = .none
      settle(hand, outcome, key, at: now, &actions)
    default: break
    }
  }

  private mutating func settleConfiguration(_ ending: Ending, at now: Duration, _ actions: inout HubActions) {
    let isCancelled = configuration?.isCancelled ?? false
    configuration = nil
    guard phase == .configuring else { return }
    switch ending {
    case .configured:
      phase = .ready
      wasConfigured = true
      failures = 0
    case .configurationFailed(let reason) where !isCancelled: configurationFailed(reason, at: now, &actions)
    default: break
    }
  }

  private mutating func configurationFailed(_ reason: String, at now: Duration, _ actions: inout HubActions) {
    failures += 1
    if pause(at: now) {
      if failures == 1 { actions.problems.append(.configurationFailed(index, reason: reason)) }
      return
    }
    actions.problems.append(.gaveUp(index, failures: failures, reason: reason))
    failures = 0
    counts.failed += abandon(&actions)
    phase = .failed
    answerFlushes(&actions)
    settleClosing()
  }

  private mutating func settle(
    _ hand: Hand, _ outcome: DeliveryOutcome, _ key: UInt64, at now: Duration, _ actions: inout HubActions
  ) {
    let rest = batch.prefix(hand.count).dropFirst(end(hand).total)
    batch.removeFirst(hand.count)
    switch outcome {
    case .accepted:
      counts.delivered += rest.count
      succeed()
      isRejecting = false
    case .rejected(let reasons):
      let refused = rest.count { reasons[$0.id(key)] != nil }
      counts.delivered += rest.count - refused
      counts.rejected += refused
      succeed()
      if refused > 0, let reason = reasons.values.min() { reportRejection(refused, reason, &actions) }
    case .tooLarge where rest.count <= 1:
      counts.rejected += rest.count
      succeed()
      if !rest.isEmpty { reportRejection(rest.count, "it is too large", &actions) }
    case .tooLarge:
      sizeLimit = (rest.count + 1) / 2
      takeBack(rest, isPurged: hand.progress.isPurged, &actions)
    case .retry(let after, let reason):
      fail(rest, hand.progress.isPurged, after: after, reason, at: now, &actions)
    }
  }

  /// From here on, the destination makes no calls of the batch. Returns how far it has come.
  mutating func end(_ hand: Hand) -> DeliveryProgress.Count {
    let count = hand.progress.close().limited(to: hand.count)
    counts.delivered += count.performed
    counts.purged += count.purged
    return count
  }

  private mutating func succeed() {
    failures = 0
    isFailing = false
    isGivingUp = false
  }

  private mutating func fail(
    _ rest: ArraySlice<Slot>, _ isPurged: Bool, after: Duration?, _ reason: String, at now: Duration,
    _ actions: inout HubActions
  ) {
    if let after {
      askedPauseEnd = now + min(max(after, .zero), .longestPause)
      notBefore = askedPauseEnd
    }
    // That it was cancelled is no failure. What was not purged is sent at once, or when the destination says.
    if isPurged { return takeBack(rest, isPurged: true, &actions) }
    failures += 1
    hasPurgeFailed = true
    guard pause(at: now) else {
      counts.failed += rest.count
      actions.discarded += rest.map(\.entry)
      failures = 0
      reportFailure(reason, isDropped: true, &actions)
      return
    }
    takeBack(rest, isPurged: false, &actions)
    reportFailure(reason, isDropped: false, &actions)
  }

  /// What was not delivered goes first next time, unless a purge has come.
  private mutating func takeBack(_ slots: ArraySlice<Slot>, isPurged: Bool, _ actions: inout HubActions) {
    let kept = slots.filter { !isPurged || $0.entry.stays }
    counts.purged += slots.count - kept.count
    if isPurged { actions.discarded += slots.filter { !$0.entry.stays }.map(\.entry) }
    batch = kept.map(\.again) + batch
  }

  private mutating func reportFailure(_ reason: String, isDropped: Bool, _ actions: inout HubActions) {
    // That it is tried again has been said of what is lost now.
    if !isFailing || (isDropped && !isGivingUp) {
      actions.problems.append(.deliveryFailed(index, reason: reason, isDropped: isDropped))
    }
    isFailing = true
    isGivingUp = isGivingUp || isDropped
  }

  private mutating func reportRejection(_ count: Int, _ reason: String, _ actions: inout HubActions) {
    if !isRejecting { actions.problems.append(.rejected(index, count: count, reason: reason)) }
    isRejecting = true
  }
}
