/// The number of retries, and the pauses between them, when a hub configures a destination or delivers a batch.
///
/// ```swift
/// let retry = RetryPolicy(limit: 3, first: .seconds(1))   // after up to 1 s, 2 s, 4 s, then it gives up
/// ```
///
/// Each pause is a random part of the longest possible pause, so that a million devices do not retry at the same moment
/// after a failure. A flush, a shutdown, and an app that comes to the foreground end a pause.
///
/// The hub gives up only events, user properties and errors. The hub repeats a purge, a `reset` and an `identify` until
/// the destination takes or refuses them, and later calls wait until then.
public struct RetryPolicy: Sendable, Hashable {
  /// The number of retries; `nil` means that the hub tries until it succeeds.
  package let limit: Int?
  /// The longest pause before the first retry. For each further retry, the longest pause doubles.
  package let first: Duration
  /// The longest pause between retries.
  package let longest: Duration

  /// Creates a policy that tries again after up to `first`, then after up to twice that, and so on up to `longest`.
  /// Values below zero count as zero.
  ///
  /// - Parameters:
  ///   - limit: The number of retries; `nil` means no limit, and zero gives up after the first failure.
  ///   - first: The longest pause before the first retry.
  ///   - longest: The longest pause between retries.
  public init(limit: Int? = nil, first: Duration = .seconds(1), longest: Duration = .seconds(60)) {
    self.limit = limit.map { max($0, 0) }
    self.first = max(first, .zero)
    self.longest = longest.bounded
  }

  /// Whether the hub gives up after this many failures.
  func givesUp(afterFailures failures: Int) -> Bool { failures > limit ?? .max }

  /// The pause after this many failures.
  ///
  /// - Parameters:
  ///   - failures: The number of failures in a row, at least one.
  ///   - share: The part of the longest possible pause, from 0 to 1.
  package func pause(afterFailures failures: Int, share: Double) -> Duration {
    // The number of doublings is limited, because a duration cannot represent more of them.
    min(min(first, longest) * (1 << min(max(failures - 1, 0), 31)), longest) * share
  }
}
