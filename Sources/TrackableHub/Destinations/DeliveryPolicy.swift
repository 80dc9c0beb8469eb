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
  /// Calls that have failed and are tried again count as waiting; a batch that is out does not. If more calls wait, the
  /// hub drops the oldest call, and the ledger counts it as *overflow*. The hub never drops a purge, the last
  /// `identify` or `reset`, or a `reset` between two events that stay.
  public var capacity = 1_000
  /// The most deliveries in a batch; a full batch goes out without delay: 50. At least 1, at most a million.
  public var batchSize = 50
  /// How long an incomplete batch waits for more deliveries: a tenth of a second.
  ///
  /// While events keep coming, a call wakes no thread. With no delay, each call wakes one, which costs the caller ten times
  /// as much.
  public var batchDelay = Duration.milliseconds(100)
  /// How often, and after which pauses, the hub tries again after a failure: until it succeeds.
  public var retry = RetryPolicy.backOff()
  /// How long a delivery may take before the hub cancels its task: 60 seconds. The hub also waits this long for the
  /// destination's own `flush`.
  public var timeLimit = Duration.seconds(60)
  /// How old a delivery may be before the hub drops it; `nil`, the default, means any age.
  public var maximumAge: Duration?
  /// Whether the hub delivers a purge before it configures the destination. The default is no.
  ///
  /// For a destination that keeps calls for the next launch, and sends them once it is configured. Other destinations
  /// may be unable to take a purge earlier. If the hub is configuring the destination, the hub cancels that, delivers
  /// the purge, and configures the destination again, even if the first `configure` has not returned. The hub also
  /// delivers the purge if it has given up configuring. An `identify` or `reset` that waits in front of the purge goes
  /// out with it.
  package var purgesBeforeConfiguring = false

  /// How many bytes may wait, roughly, in place of a number of deliveries; `nil` means that ``capacity`` counts.
  ///
  /// It is for a destination that takes calls from memory as fast as the disk does: there a burst is no reason to drop any.
  package var byteCapacity: Int?

  /// The defaults.
  public init() {}

  /// The policy with each value limited to its valid range.
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
  /// The duration, limited to between zero and 68 years, because clocks cannot count longer times.
  package var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
