public import TrackableHub

/// When an ``HTTPDestination`` sends the events that it has stored.
///
/// ```swift
/// SendingPolicy(count: 30, delay: .seconds(10))   // 30 at once, or fewer after 10 seconds
/// ```
public struct SendingPolicy: Sendable, Hashable {
  /// The number of waiting events at which the destination sends at once. A request has no more than the service takes.
  package var count: Int
  /// How long fewer wait for more; at most 68 years, which is until a flush or the next launch.
  package var delay: Duration
  /// The pauses after failures. A destination never gives up: only ``StorePolicy`` bounds how much it keeps, and how long.
  package var retry: RetryPolicy
  /// How long a request may take altogether; at most a day.
  package var timeout: Duration

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - count: How many are sent as soon as they wait; less than 1 counts as 1.
  ///   - delay: How long fewer wait for more.
  ///   - retry: The pauses after failures; its limit does not matter.
  ///   - timeout: How long a request may take altogether.
  public init(
    count: Int = 100, delay: Duration = .seconds(10),
    retry: RetryPolicy = .backOff(first: .seconds(2), longest: .seconds(300)), timeout: Duration = .seconds(30)
  ) {
    self.count = max(count, 1)
    self.delay = max(delay, .zero)
    self.retry = .backOff(first: retry.first, longest: retry.longest)
    self.timeout = max(timeout, .milliseconds(1))
  }
}
