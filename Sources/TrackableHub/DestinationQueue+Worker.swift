// What the worker of a destination asks for and reports, and how the destination ends.

extension DestinationQueue {
  /// The hub is starting: the destination is to be configured.
  mutating func start() {
    if phase == .waiting { phase = .configuring(failures: 0) }
  }

  /// Returns what the worker does next. By now it has accounted for its last batch.
  ///
  /// A worker that has just been busy gets more work only if it is worth its while. Otherwise it is told to wait, which
  /// means to rest for a moment and ask again with `isRested`. Only a rested worker is parked until it is woken.
  mutating func next(isRested: Bool, _ actions: inout HubActions) -> Work {
    switch phase {
    case .waiting: return .wait
    case .configuring(let failures):
      return .configure(after: failures == 0 ? .zero : retry.delay(afterFailures: failures) ?? .zero)
    case .failed, .closed: return .stop
    case .ready: break
    }
    let oldest = queue.first?.sequence
    let due = flushes.prefix { $0.target < oldest ?? .max }
    let isLast = isClosing && oldest == nil && !didLastFlush
    if !due.isEmpty || isLast {
      flushing += due.map(\.waiter)
      flushes.removeFirst(due.count)
      didLastFlush = isLast
      return .flush
    }
    if !isRested, queue.count < Self.batchSize, flushes.isEmpty, !isClosing { return .wait }
    if oldest != nil { return .deliver(takeBatch(&actions)) }
    if isClosing {
      phase = .closed
      return .stop
    }
    isParked = true
    return .wait
  }

  private mutating func takeBatch(_ actions: inout HubActions) -> [HubEntry] {
    let last = flushes.first?.target ?? .max
    var batch: [HubEntry] = []
    while batch.count < Self.batchSize, let slot = queue.first, slot.sequence <= last {
      _ = queue.popFirst()
      if slot.entry.isUserChange { userChanges -= 1 } else { ordinary -= 1 }
      batch.append(slot.entry)
    }
    inHand = batch.count
    admit(&actions)
    if queue.isEmpty { isOverflowing = false }
    return batch
  }

  /// Moves what waits in the overflow queue into the queue, as far as there is room.
  private mutating func admit(_ actions: inout HubActions) {
    while let slot = overflowQueue.first, slot.entry.isUserChange || ordinary < capacity {
      _ = overflowQueue.popFirst()
      if !slot.entry.isUserChange { ordinary += 1 }
      queue.append(Slot(entry: slot.entry, sequence: slot.sequence))
      if slot.waiter != 0 { actions.resumed.append((slot.waiter, true)) }
    }
  }

  /// Accounts for the worker's batch or, when the hub is being closed, for the part of it that is done.
  mutating func settle(_ count: DeliveryProgress.Count) {
    // Closing has already accounted for what was in hand.
    if phase == .closed { return }
    counts.delivered += count.delivered
    counts.failed += count.failed
    counts.purged += count.purged
    if isClosing { lost += count.failed }
    inHand -= count.delivered + count.failed + count.purged
  }

  mutating func configured() {
    guard case .configuring = phase else { return }
    phase = .ready
    wasConfigured = true
  }

  /// The destination could not be configured. Returns how often that has happened, and whether the worker is to try
  /// again; `nil` if it no longer matters.
  mutating func configurationFailed(_ actions: inout HubActions) -> (failures: Int, willRetry: Bool)? {
    guard case .configuring(let before) = phase else { return nil }
    let failures = before + 1
    if retry.delay(afterFailures: failures) != nil {
      phase = .configuring(failures: failures)
      return (failures, true)
    }
    phase = .failed
    counts.failed += pending
    if isClosing { lost += pending }
    abandon(&actions)
    return (failures, false)
  }

  /// `waiter` wants everything up to the sequence number `target` to have arrived. Returns whether it has to wait for
  /// that.
  mutating func flush(_ waiter: Int, target: Int, _ actions: inout HubActions) -> Bool {
    // A destination that is not configured has nothing of its own to flush.
    if isFinished || (pending == 0 && phase != .ready) { return false }
    flushes.append((waiter, target))
    wake(&actions)
    return true
  }

  /// The worker has flushed the destination.
  mutating func flushed(_ actions: inout HubActions) {
    actions.resumed += flushing.map { ($0, true) }
    flushing = []
  }

  /// `waiter` stops waiting for a flush or for room. Returns whether it was waiting here.
  mutating func withdraw(_ waiter: Int, _ actions: inout HubActions) -> Bool {
    if let slot = overflowQueue.removeFirst(where: { $0.waiter == waiter }) {
      // The caller knows about it, so no notice is needed.
      counts.overflow += 1
      actions.discarded.append(slot.entry)
      admit(&actions)
      return true
    }
    let count = flushes.count + flushing.count
    flushes.removeAll { $0.waiter == waiter }
    flushing.removeAll { $0 == waiter }
    return flushes.count + flushing.count < count
  }

  /// Accepts nothing more; the destination ends when its queue is empty. `failed` is how many deliveries of the
  /// worker's current batch have already failed.
  mutating func beginClosing(failed: Int, _ actions: inout HubActions) {
    switch phase {
    case .waiting: close(&actions)
    case .configuring, .ready:
      isClosing = true
      // They are counted together with the rest of the batch, but they are not lost because of the closing.
      lost = -failed
      wake(&actions)
    case .failed, .closed: break
    }
  }

  /// Ends at once. What is in hand or waiting is lost.
  mutating func close(_ actions: inout HubActions) {
    if isFinished { return }
    phase = .closed
    lost += pending
    counts.afterShutdown += pending
    abandon(&actions)
    wake(&actions)
  }

  /// Discards everything that is left. The caller has already counted it.
  private mutating func abandon(_ actions: inout HubActions) {
    inHand = 0
    ordinary = 0
    userChanges = 0
    for slot in queue.removeAll() + overflowQueue.removeAll() {
      actions.discarded.append(slot.entry)
      if slot.waiter != 0 { actions.resumed.append((slot.waiter, false)) }
    }
    actions.resumed += (flushes.map(\.waiter) + flushing).map { ($0, false) }
    flushes = []
    flushing = []
  }
}
