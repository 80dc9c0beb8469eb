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
    if !isIdle { actions.cancelled.append(index) }
    if case .delivering(let hand) = activity {
      let count = hand.progress.close().limited(to: hand.slots.count)
      counts.delivered += count.performed
      counts.purged += count.purged
      counts.afterShutdown += hand.slots.count - count.total
      activity = .none
    }
    counts.afterShutdown += waitingCount
    abandon(&actions)
    finish(&actions)
  }

  mutating func finish(_ actions: inout HubActions) {
    phase = .closed
    answerFlushes(&actions)
    activity = .none
  }

  /// What the shutdown is told about this destination.
  var closingResult: DeliveryResult {
    guard let closing else { return DeliveryResult() }
    var result = DeliveryResult()
    result.delivered = counts.delivered - closing.delivered
    result.failed = closing.outstanding - result.delivered
    if wasConfigured && !wasFlushedLast { result.unflushed = [name] }
    return result
  }

  /// Discards what waits. The caller has counted it.
  mutating func abandon(_ actions: inout HubActions) {
    actions.discarded += (returned.removeAll() + events.removeAll() + userChanges.removeAll()).map(\.entry)
    dismissSuspended(&actions)
  }
}
