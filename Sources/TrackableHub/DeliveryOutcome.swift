#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
  /// These are refused for good, each for a reason; the others have arrived.
  case rejected([Envelope.ID: String])
  /// It is more than the destination takes at once. It is sent again in halves; a single delivery is rejected.
  case tooLarge

  /// These are refused for good, all for one reason; the others have arrived.
  ///
  /// - Parameters:
  ///   - ids: The refused envelopes.
  ///   - reason: Why, for the issue that says so.
  public static func rejected(_ ids: some Sequence<Envelope.ID>, because reason: String) -> DeliveryOutcome {
    .rejected(Dictionary(ids.map { ($0, reason) }, uniquingKeysWith: { first, _ in first }))
  }
}
