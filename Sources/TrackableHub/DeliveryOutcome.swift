/// What a destination says became of a batch.
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
  /// All of it has arrived.
  case accepted
  /// Nothing of it has arrived, and it may be sent again: not before this long, and not before the pause of the hub's
  /// ``RetryPolicy``, so that a service that says *at once* is not asked again and again without any pause. `nil` means
  /// as the policy says.
  case retry(after: Duration? = nil, because: String)
  /// These are refused for good, for a reason that an issue reports; the others have arrived.
  case rejected([Envelope.ID], because: String)
  /// It is more than the destination takes at once. It is sent again in halves; a single delivery is rejected.
  case tooLarge
}
