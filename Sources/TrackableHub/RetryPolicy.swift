/// How often, and after which pauses, a hub tries again to configure a destination.
///
/// ```swift
/// TrackerHub(destinations, retry: .backOff(limit: 3, first: .seconds(1)))   // after 1 s, 2 s, 4 s, then it gives up
/// ```
public struct RetryPolicy: Sendable, Hashable {
  /// How many times to try again; `nil` means until it succeeds.
  public let limit: Int?
  /// The pause before the first retry. It doubles for each further one.
  public let first: Duration
  /// The longest pause between retries.
  public let longest: Duration

  /// Tries again after `first`, then after twice that, and so on up to `longest`. Gives up after `limit` retries.
  /// Values below zero count as zero.
  public static func backOff(
    limit: Int? = 5, first: Duration = .seconds(1), longest: Duration = .seconds(60)
  ) -> RetryPolicy {
    RetryPolicy(limit: limit.map { max($0, 0) }, first: max(first, .zero), longest: max(longest, .zero))
  }

  /// Gives up after the first failure.
  public static let never = backOff(limit: 0)

  /// How long to wait after this many failures, or `nil` to give up.
  func delay(afterFailures failures: Int) -> Duration? {
    if let limit, failures > limit { return nil }
    var delay = min(first, longest)
    for _ in 1..<max(failures, 1) {
      if delay == .zero || delay == longest { break }
      // Doubling could exceed what a duration can represent.
      delay = delay > longest / 2 ? longest : delay * 2
    }
    return delay
  }
}
