/// The result of a request's items, according to the service's response.
///
/// ```swift
/// WireVerdict(response)                        // what the status says
/// WireVerdict.partly(never: [3])               // the fourth item is refused, the others arrived
/// WireVerdict.partly(again: [0, 2], never: [3])   // the fourth is refused, two are sent again, the others arrived
/// WireVerdict.partly(again: [0, 2], later: [1])   // the second holds up the others, and is sent again behind them
/// ```
///
/// Issues contain the host, the path and the status, but no text of a server, which may repeat a value or a key.
public enum WireVerdict: Sendable, Hashable {
  /// All items have arrived.
  case arrived
  /// The items in `again` have to be sent again, those in `never` are refused for good, and those in `later` wait until
  /// the others have arrived. All other items have arrived. Each number is an item's position in the request. The
  /// destination sends the items in `again` immediately, unless these are all items of the request.
  case partly(again: Set<Int> = [], never: Set<Int> = [], later: Set<Int> = [])
  /// The service refuses one or several items for good. To find them, the destination sends the items again in halves,
  /// down to single items. If a single item is refused and another item arrives, the destination rejects the single
  /// item. If no item arrives, the service is at fault, and the destination keeps all items.
  case refused
  /// The request is larger than the service accepts. The destination sends the items again in halves; a single item is
  /// refused.
  case tooLarge
  /// No item has arrived, and all may be sent again, but only after this pause; `nil` means the pause of the hub's
  /// `RetryPolicy`.
  case retry(after: Duration?)

  /// The pause after a key, a server or a proxy has refused a request for any content: 5 minutes.
  @usableFromInline package static let pauseAfterRefusal = Duration.seconds(300)

  /// Creates the verdict for the status of a response:
  ///
  /// | status | means |
  /// |---|---|
  /// | 2xx | all items have arrived |
  /// | 401, 403 | the key may be wrong: if another event fails, too, all items are kept, and tried again after 5 minutes |
  /// | 3xx | the redirect was not followed: the same |
  /// | 400, 422 | one of the items is refused for good, and requests of half the items find it |
  /// | 408, 425, 429, 5xx | all items are tried again, not before `Retry-After` |
  /// | 413 | all items are tried again, in halves |
  /// | any other | a deployment, a proxy or a wrong URL may be the reason: the same as for 401 |
  ///
  /// - Parameter response: The response.
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
