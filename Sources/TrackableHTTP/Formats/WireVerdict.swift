/// What an answer says became of the items of a request.
///
/// ```swift
/// WireVerdict(response)                        // what the status says
/// WireVerdict.partly(never: [3])               // the fourth item is refused, the others arrived
/// WireVerdict.partly(again: [0, 2], never: [3])   // the fourth is refused, two are sent again, the others arrived
/// WireVerdict.partly(again: [0, 2], later: [1])   // the second holds up the others, and is sent again behind them
/// ```
///
/// Issues name the host, the path and the status, and nothing of what a server says: it may repeat a value or a key.
public enum WireVerdict: Sendable, Hashable {
  /// All of it has arrived.
  case arrived
  /// Some items are sent again, some are refused for good, and some wait until the others have arrived; the rest has
  /// arrived. Each number is an item's place in the request. Items to send again go out at once, unless the answer asks
  /// for all items again.
  case partly(again: Set<Int> = [], never: Set<Int> = [], later: Set<Int> = [])
  /// The service refuses one item or several for good. The destination sends the items again in halves until one stands
  /// alone, and rejects that one if another item arrives. If none arrives, no item is at fault, and all wait.
  case refused
  /// They are more than the service takes at once: they are sent again in halves. A single one is refused.
  case tooLarge
  /// No item has arrived, and all may be sent again, but not before this time is over; `nil` means the time that the
  /// hub's `RetryPolicy` gives.
  case retry(after: Duration?)

  /// How long to wait where a key, a server or a proxy refuses a request for any content: 5 minutes.
  package static let pauseAfterRefusal = Duration.seconds(300)

  /// What the status of an answer says:
  ///
  /// | status | means |
  /// |---|---|
  /// | 2xx | all has arrived |
  /// | 401, 403 | the key may be wrong: if another event fails, too, everything is kept, and tried again after 5 minutes |
  /// | 3xx | the redirect was not followed: the same |
  /// | 400, 422 | one of the items is refused for good, which halves find out |
  /// | 408, 425, 429, 5xx | tried again, not before `Retry-After` |
  /// | 413 | tried again in halves |
  /// | any other | may be a deployment, a proxy or a wrong URL: the same as for 401 |
  ///
  /// - Parameter response: The answer.
  public init(_ response: WireResponse) {
    switch response.status {
    case 200..<300: self = .arrived
    case 300..<400: self = .retry(after: Self.pauseAfterRefusal)
    case 400, 422: self = .refused
    case 408, 425, 429, 500...: self = .retry(after: response.retryAfter)
    case 413: self = .tooLarge
    default: self = .retry(after: response.retryAfter ?? Self.pauseAfterRefusal)
    }
  }
}
