/// How a hub delivers to a destination.
///
/// ```swift
/// var policy = DeliveryPolicy()
/// policy.capacity = 500
/// policy.batch.delay = .seconds(30)
/// let hub = TrackerHub([mixpanel, backend], policy: policy)
/// ```
///
/// A destination can change it for itself: ``AnalyticsDestination/adjust(_:)``.
public struct DeliveryPolicy: Sendable, Hashable {
  /// How many deliveries may wait: 1,000. Less than 1 counts as 1.
  public var capacity = 1_000
  /// Which delivery the hub drops when there are more: the oldest.
  public var overflow = OverflowPolicy.dropOldest
  /// How many are delivered at once, and how long they wait for that.
  public var batch = BatchPolicy()
  /// How often, and after which pauses, the hub tries again after a failure: until it succeeds.
  public var retry = RetryPolicy.backOff()
  /// How long a delivery may take before its task is cancelled, and the destination's own `flush` before the hub goes on:
  /// 60 seconds.
  public var timeLimit = Duration.seconds(60)
  /// How old a delivery may be before the hub drops it; `nil`, the default, means any age.
  public var maximumAge: Duration?
  /// Whether a purge goes out before the destination is configured: no, unless it says so.
  ///
  /// It is for a destination that keeps calls for the next launch, and sends them as soon as it is configured. Others may
  /// not be able to take anything before. A purge also goes out while the hub configures it, which the hub cancels and does
  /// again, and where the hub has given up configuring it. An `identify` or `reset` that waits before the purge goes with it.
  package var purgesBeforeConfiguring = false

  /// The defaults.
  public init() {}

  /// The same, with values that make sense, and times that can be represented.
  var bounded: DeliveryPolicy {
    func bounded(_ duration: Duration) -> Duration { min(max(duration, .zero), .longestPause) }
    var policy = self
    policy.capacity = max(capacity, 1)
    policy.batch.delay = bounded(batch.delay)
    policy.timeLimit = bounded(timeLimit)
    policy.maximumAge = maximumAge.map(bounded)
    return policy
  }
}

extension Duration {
  /// 68 years: as good as no end.
  static let longestPause = Duration.seconds(Int64(1) << 31)
}

/// How many deliveries a destination gets at once.
public struct BatchPolicy: Sendable, Hashable {
  /// So many are delivered at once, and no more: 50. At least 1, at most a million.
  public var count: Int {
    didSet { count = Self.bounded(count) }
  }

  /// How long fewer wait for more: a tenth of a second.
  ///
  /// While events keep coming, a call wakes no thread. With no delay, each call wakes one, which costs the caller ten times
  /// as much.
  public var delay: Duration

  /// A policy for batches.
  ///
  /// - Parameters:
  ///   - count: How many are delivered at once.
  ///   - delay: How long fewer wait for more.
  public init(count: Int = 50, delay: Duration = .milliseconds(100)) {
    self.count = Self.bounded(count)
    self.delay = delay
  }

  private static func bounded(_ count: Int) -> Int { min(max(count, 1), 1_000_000) }
}
