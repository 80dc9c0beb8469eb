public import TrackableHub

/// The rules for when an ``HTTPDestination`` sends the events that it has stored.
///
/// ```swift
/// SendingPolicy(count: 30, delay: .seconds(10))   // 30 at once, or fewer after 10 seconds
/// ```
public struct SendingPolicy: Sendable, Hashable {
  /// The number of waiting events at which the destination sends immediately. Even so, a request stays within the
  /// service's limits.
  package var count: Int
  /// The longest time that events wait if there are fewer than ``count``. The time is at most 68 years, which means
  /// that they wait until a flush or the next launch.
  package var delay: Duration
  /// The pauses after failures. A destination never gives up; only ``StorePolicy`` limits the stored events and their
  /// age.
  package var retry: RetryPolicy
  /// The timeout of a request and its response; at most a day.
  package var timeout: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - count: The number of waiting events at which the destination sends; less than 1 counts as 1.
  ///   - delay: The longest time that events wait if there are fewer than `count`.
  ///   - retry: The pauses after failures. The limit of retries has no effect.
  ///   - timeout: The timeout of a request and its response.
  public init(
    count: Int = 100, delay: Duration = .seconds(10),
    retry: RetryPolicy = RetryPolicy(first: .seconds(2), longest: .seconds(300)), timeout: Duration = .seconds(30)
  ) {
    self.count = max(count, 1)
    self.delay = max(delay, .zero)
    self.retry = RetryPolicy(first: retry.first, longest: retry.longest)
    self.timeout = max(timeout, .milliseconds(1))
  }
}
