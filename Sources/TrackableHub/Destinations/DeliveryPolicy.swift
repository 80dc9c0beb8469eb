/// How a hub delivers to a destination.
///
/// ```swift
/// var policy = DeliveryPolicy()
/// policy.capacity = 500
/// policy.batchDelay = .seconds(30)
/// let hub = TrackerHub([mixpanel, backend], policy: policy)
/// ```
///
/// A destination can change it for itself: ``AnalyticsDestination/adjust(_:)``.
public struct DeliveryPolicy: Sendable, Hashable {
  /// How many deliveries may wait: 1,000. Less than 1 counts as 1. For an `HTTPDestination` it is 32 MB instead.
  ///
  /// Calls that have failed and go out again wait like the others; a batch that is out does not count. If there are more, the hub
  /// drops the oldest, and the ledger counts it as *overflow*. It never drops a purge, the last
  /// `identify` or `reset`, and a `reset` between two events that stay.
  public var capacity = 1_000
  /// How many are delivered at once, and no more: 50. At least 1, at most a million.
  public var batchSize = 50
  /// How long fewer wait for more: a tenth of a second.
  ///
  /// While events keep coming, a call wakes no thread. With no delay, each call wakes one, which costs the caller ten times
  /// as much.
  public var batchDelay = Duration.milliseconds(100)
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
  /// not be able to take anything before. A purge also goes out while the hub configures it: the hub cancels that, and
  /// configures it anew after the purge, also if the first call has not returned. And it goes out where the hub has given up configuring it. An `identify` or `reset` that waits before the purge goes with it.
  package var purgesBeforeConfiguring = false

  /// How many bytes may wait, roughly, in place of a number of deliveries; `nil` means that ``capacity`` counts.
  ///
  /// It is for a destination that takes calls from memory as fast as the disk does: there a burst is no reason to drop any.
  package var byteCapacity: Int?

  /// The defaults.
  public init() {}

  /// The same, with values that make sense, and times that can be represented.
  var bounded: DeliveryPolicy {
    var policy = self
    policy.capacity = max(capacity, 1)
    policy.batchSize = min(max(batchSize, 1), 1_000_000)
    policy.batchDelay = batchDelay.bounded
    policy.timeLimit = timeLimit.bounded
    policy.maximumAge = maximumAge?.bounded
    return policy
  }
}

extension Duration {
  /// The same, unless it is below zero, or so long that clocks cannot count it: 68 years are as good as no end.
  package var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
