import Trackable

// How the queue flushes its destination, gives suspended callers their results, and shuts down.

extension DestinationQueue {
  /// The wait of a suspended caller (see ``HubQueue``) until some calls have ended, and the destination was flushed
  /// after them. The caller has called `flush`, `confirm` or `shutdown`.
  struct CallWait {
    let waiter: Int
    /// The sequence numbers of the calls: all numbers up to one, or a single number.
    let calls: ClosedRange<Int>
    /// The number of calls that the destination had lost when the wait began.
    let lostBefore: Int
    /// Whether the destination had the calls before the current flush began.
    var isUnderWay = false
    /// The result of the calls that have ended since the wait began.
    var result = DeliveryResult()
  }

  /// Whether a flush has to wait for a call or for the destination. A destination that is being configured may still
  /// have calls of earlier launches. Before the start, these do not count.
  mutating func hasToFlush() -> Bool {
    catchUp()
    return !hasEnded && (first != nil || phase != .notStarted)
  }

  mutating func add(_ waiter: Int, for calls: ClosedRange<Int>) {
    catchUp()
    callWaits.append(CallWait(waiter: waiter, calls: calls, lostBefore: figures?().lost ?? 0))
    hurry()
  }

  /// Starts a flush of the destination if the calls of a waiter have ended.
  mutating func flushIfDue(at now: Duration, _ actions: inout HubActions) {
    let next = first?.sequence ?? .max
    if isPurgeWaiting || !callWaits.contains(where: { $0.calls.upperBound < next }) { return }
    if let runningFlush {
      if runningFlush.deadline == nil { answerEnded(&actions) }
      return
    }
    runningFlush = begin(.flush, at: now, &actions)
    for place in callWaits.indices where callWaits[place].calls.upperBound < next { callWaits[place].isUnderWay = true }
  }

  /// Cancels the current flush, and does not wait for it.
  mutating func abandonFlush(_ actions: inout HubActions) {
    guard let runningFlush, runningFlush.deadline != nil else { return }
    actions.cancelled.append((index, runningFlush.job))
    self.runningFlush?.deadline = nil
  }

  /// Gives the waiters whose calls have ended their results. A destination that stores no calls gets no calls during a
  /// flush, so the destination had these calls before the flush.
  ///
  /// - Parameter flushed: The result of the destination's flush; `nil` if the hub has not flushed the destination.
  mutating func answerEnded(flushed: DeliveryResult? = nil, _ actions: inout HubActions) {
    let next = first?.sequence ?? .max
    answer(flushed: flushed, &actions) { $0.calls.upperBound < next }
  }

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure: 7 KiB.
  /// Gives waiters their results, with the current figures.
  ///
  /// - Parameter isMeant: Whether a waiter gets its result; `nil` for all waiters.
  mutating func answer(
    flushed: DeliveryResult? = nil, _ actions: inout HubActions, where isMeant: ((CallWait) -> Bool)? = nil
  ) {
    catchUp()
    for wait in callWaits where isMeant?(wait) != false {
      var result = wait.result
      // Stored calls have not arrived yet. The destination says how many are left, including those of earlier
      // launches.
      let left = flushed?.pending ?? figures?().open ?? 0
      // The destination may refuse a call when it stores the call, or during the flush of another waiter.
      let lost = max(flushed?.failed ?? 0, figures.map { $0().lost - wait.lostBefore } ?? 0)
      result.delivered = max(
        figures == nil ? result.delivered : result.delivered - left - lost, flushed?.delivered ?? 0)
      result.failed += lost
      result.pending = (inFlight + waiting.all).count { wait.calls.contains($0.sequence) } + left
      if flushed == nil && (wasConfigured || phase == .configuring) || result.pending > 0 {
        result.open = [name: result.pending]
      }
      actions.partialResults.append((wait.waiter, result))
    }
    callWaits.removeAll { isMeant?($0) != false }
  }

  // MARK: The end

  /// Ends the queue immediately. Calls that have not arrived are lost.
  mutating func close(_ actions: inout HubActions) {
    abandonConfiguration(&actions)
    abandonFlush(&actions)
    catchUp()
    // The hub does not cancel a batch that the destination stores, nor a batch with a reset or a purge, which the
    // destination has to get even after the end of the hub.
    if let runningDelivery, figures == nil, !inFlight.contains(where: \.call.forgets) {
      actions.cancelled.append((index, runningDelivery.job))
      count(endDelivery(), as: .late)
    }
    end(.late, &actions)
  }

  /// Ends the queue: from now on, the queue delivers only a reset or a purge, and counts every other call under this
  /// fate.
  mutating func end(_ fate: TrackerLedger.Fate, _ actions: inout HubActions) {
    let takesWhatForgets = takesWhatForgets
    drop(fate, &actions) { $0.call.forgets && takesWhatForgets }
    phase = .ended(fate)
    answer(&actions)
  }
}
