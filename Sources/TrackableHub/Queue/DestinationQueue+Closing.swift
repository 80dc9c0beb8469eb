// How a destination ends.

extension DestinationQueue {
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
    if let configuration { actions.cancelled.append((index, configuration.call)) }
    switch activity {
    case .delivering(let hand) where batch.prefix(hand.count).contains { $0.entry.isPurge }: break
    case .delivering(let hand):
      actions.cancelled.append((index, call))
      let count = end(hand)
      counts.afterShutdown += hand.count - count.total
      batch.removeFirst(hand.count)
      activity = .none
    case .flushing: actions.cancelled.append((index, call))
    case .none: break
    }
    counts.afterShutdown += abandon(&actions)
    finish(&actions)
  }

  mutating func finish(_ actions: inout HubActions) {
    phase = .closed
    answerFlushes(&actions)
    if case .flushing = activity { activity = .none }
    settleClosing()
  }

  /// What becomes later of a reset or a purge does not change what a shutdown is told.
  mutating func settleClosing() {
    guard let closing else { return }
    let left = flush(0, upTo: .max)
    closingResult.delivered = left.delivered - closing.delivered
    closingResult.pending = left.outstanding
    closingResult.failed = closing.outstanding - closingResult.delivered - closingResult.pending
    if wasConfigured && !wasFlushedLast { closingResult.unflushed = [name] }
  }

  /// Discards what waits, except what forgets, and returns how many these were.
  mutating func abandon(_ actions: inout HubActions) -> Int {
    var inHand = 0
    if case .delivering(let hand) = activity { inHand = hand.count }
    let all = batch.dropFirst(inHand) + waiting.removeAll()
    batch = Array(batch.prefix(inHand))
    for slot in all {
      if slot.entry.forgets && takesWhatForgets { waiting.append(slot) } else { actions.discarded.append(slot.entry) }
    }
    return all.count - waiting.count
  }
}
