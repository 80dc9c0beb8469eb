// What waits until everything has arrived, and the destination's own flush.

extension DestinationQueue {
  /// `waiter` wants everything up to the sequence number `target` to have arrived. Returns whether it has to wait for
  /// that.
  mutating func flush(_ waiter: Int, target: Int) -> Bool {
    // A destination that is not configured has nothing of its own to flush.
    if isFinished || (outstanding == 0 && phase != .ready) { return false }
    flushes.append(flush(waiter, upTo: target))
    hurry()
    return true
  }

  /// If everything that somebody waits for has been delivered, the destination sends what it keeps itself. Returns
  /// whether there is something to wait for.
  mutating func flushIfDue(at now: Duration, _ actions: inout HubActions) -> Bool {
    let waiting = Array(flushes.prefix(while: \.isSettled))
    let isLast = isClosing && first == nil && !didLastFlush
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

  /// Where everything that somebody waits for is delivered or dropped, they are told what is so now: from here on,
  /// others may be delivered.
  mutating func settleFlushes() {
    if flushes.isEmpty { return }
    let first = first?.sequence ?? .max
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
    return waiting.prefixCount(where: isMeant) + batch.dropFirst(handCount.total).prefix(while: isMeant).count
  }

  /// A purge has come: what the destination still sends, it must not send. It is cancelled, and flushed again after the
  /// purge.
  mutating func endFlush(_ actions: inout HubActions) {
    guard case .flushing(let waiting) = activity else { return }
    actions.cancelled.append((index, call))
    callDeadline = nil
    overdueFlush = call
    activity = .none
    flushes = waiting + flushes
    didLastFlush = false
  }

  func answer(_ flushes: [Flush], isFlushed: Bool, _ actions: inout HubActions) {
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
}
