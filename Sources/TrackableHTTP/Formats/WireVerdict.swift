/// What an answer says became of the items of a request.
///
/// ```swift
/// WireVerdict(response)                                           // what the status says
/// WireVerdict(rejected: [3: "no such column"], rest: .arrived)    // the fourth item is refused, the others arrived
/// WireVerdict(rejected: [3: "no such column"], rest: .again)      // the same, but the others have to be sent again
/// ```
public struct WireVerdict: Sendable, Hashable {
  /// What became of the items that are not rejected one by one.
  public enum Rest: Sendable, Hashable {
    /// They have arrived.
    case arrived
    /// Nothing of them has arrived, because of the rejected ones: they are sent again at once, without those.
    case again
    /// Nothing of them has arrived, and they may be sent again: not before this long; `nil` means as the hub's
    /// `RetryPolicy` says.
    case retry(after: Duration?, because: String)
    /// One of them is refused for good, or several: they are sent again in halves, until it stands alone. After three in a
    /// row that were refused alone the rest waits, because that is no event's fault.
    case refused(because: String)
    /// They are more than the service takes at once: they are sent again in halves, and a single one is refused.
    case tooLarge
  }

  /// The items that are refused for good, by their position in the request, and why.
  public var rejected: [Int: String]
  /// What became of the others.
  public var rest: Rest

  /// Creates a verdict. Reasons may be as long as the service makes them, and repeat its words: the sender leaves out
  /// keys and characters that control a terminal, and then cuts them to 200 characters.
  ///
  /// - Parameters:
  ///   - rejected: The items that are refused for good, by their position in the request, and why.
  ///   - rest: What became of the others.
  public init(rejected: [Int: String] = [:], rest: Rest) {
    self.rejected = rejected
    self.rest = rest
  }

  /// How long to wait where a key, a server or a proxy refuses a request, whatever is in it: 5 minutes.
  public static let pauseAfterRefusal = Duration.seconds(300)

  /// What the status of an answer says:
  ///
  /// | status | means |
  /// |---|---|
  /// | 2xx | all has arrived |
  /// | 401, 403 | the key may be wrong: everything is kept, and tried again after ``pauseAfterRefusal`` |
  /// | 3xx | the redirect was not followed: the same |
  /// | 400, 422 | one of the items is refused for good, which halves find out; the first line of the body is the reason |
  /// | 408, 425, 429, 5xx | tried again, not before `Retry-After` |
  /// | 413 | tried again in halves |
  /// | any other | may be a deployment, a proxy or a wrong URL: kept, and tried again after ``pauseAfterRefusal`` |
  ///
  /// - Parameter response: The answer.
  public init(_ response: WireResponse) {
    let line = response.firstLine
    let text = "status \(response.status)" + (line.isEmpty ? "" : ": \(line)")
    switch response.status {
    case 200..<300: self.init(rest: .arrived)
    case 300..<400: self.init(rest: .retry(after: Self.pauseAfterRefusal, because: "redirect not followed, \(text)"))
    case 400, 422: self.init(rest: .refused(because: text))
    case 408, 425, 429, 500...: self.init(rest: .retry(after: response.retryAfter, because: text))
    case 413: self.init(rest: .tooLarge)
    default:
      let pause = response.retryAfter ?? Self.pauseAfterRefusal
      let reason = response.status == 401 ? "key refused" : "request not taken"
      self.init(rest: .retry(after: pause, because: "\(reason), \(text)"))
    }
  }

  /// The same with reasons that may be shown, whatever the format took from the answer.
  func presentable(without keys: [Secret]) -> WireVerdict {
    var verdict = self
    // Often it is the same for all.
    var reasons: [String: String] = [:]
    for reason in Set(rejected.values) { reasons[reason] = keys.reason(reason) }
    verdict.rejected = rejected.mapValues { reasons[$0] ?? "" }
    switch rest {
    case .retry(let pause, let reason): verdict.rest = .retry(after: pause, because: keys.reason(reason))
    case .refused(let reason): verdict.rest = .refused(because: keys.reason(reason))
    case .arrived, .again, .tooLarge: break
    }
    return verdict
  }
}
