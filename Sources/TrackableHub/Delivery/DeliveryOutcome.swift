/// The outcome of a batch, as the destination reports it.
///
/// ```swift
/// switch response.status {
/// case 200: .accepted
/// case 413: .tooLarge
/// case 400, 422: .rejected(batch.map(\.id), because: response.text)
/// default: .retry(after: response.retryAfter, because: "status \(response.status)")
/// }
/// ```
public enum DeliveryOutcome: Sendable, Hashable {
  /// The whole batch has arrived.
  case accepted
  /// Nothing of the batch has arrived, and the hub may send the batch again after this pause. The hub waits at least as
  /// long as its ``RetryPolicy`` says, even if the given pause is shorter; `nil` means the pause of that policy.
  case retry(after: Duration? = nil, because: String)
  /// The destination refuses these deliveries for good, and the hub reports an issue with the reason. The rest of the
  /// batch has arrived.
  case rejected([Envelope.ID], because: String)
  /// The batch is larger than the destination accepts. The hub sends the batch again in halves. If a single delivery is
  /// too large, the hub rejects it.
  case tooLarge
}
