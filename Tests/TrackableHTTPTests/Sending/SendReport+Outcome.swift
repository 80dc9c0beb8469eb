import TrackableHub

@testable import TrackableHTTP

extension SendReport {
  /// The report in a hub's words; `nil` if a part of the batch is settled and a part remains.
  var outcome: DeliveryOutcome? {
    if let reason {
      return delivered.isEmpty && rejected.isEmpty ? .retry(after: retryAfter, because: reason) : nil
    }
    guard let reason = rejected.values.min() else { return .accepted }
    return .rejected(rejected.keys.sorted { $0.uuidString < $1.uuidString }, because: reason)
  }
}

extension HTTPSender {
  /// Sends envelopes of one anonymous user.
  func send(_ batch: [Envelope], context: WireContext) async -> SendReport { await send(batch) { _ in context } }
}
