/// The rules by which a hub delivers to a destination.
///
/// ```swift
/// let hub = TrackerHub([mixpanel, backend], policy: DeliveryPolicy(capacity: 500, batchDelay: .seconds(30)))
/// ```
///
/// A destination can change the policy for itself: ``AnalyticsDestination/adjust(_:)``.
public struct DeliveryPolicy: Sendable, Hashable {
  /// The most deliveries that may wait: 1,000. A value below 1 counts as 1. An `HTTPDestination` has room for 32 MB
  /// instead.
  ///
  /// If more calls wait, the hub drops the oldest call, and the ledger counts it as *overflow*. The hub never drops a
  /// purge, the last `identify` or `reset`, or a `reset` between two events that stay. The capacity includes calls that
  /// wait for a retry, but not the batch that the destination works on.
  public var capacity: Int
  /// The most deliveries in a batch: 50. The hub delivers a full batch immediately. The value is limited to between 1
  /// and a million.
  public var batchSize: Int
  /// The time that an incomplete batch waits for more deliveries: a tenth of a second.
  ///
  /// With a delay, a call in a burst wakes no thread. Without a delay, each call wakes a thread, which costs the caller
  /// ten times as much.
  public var batchDelay: Duration
  /// The number of retries after a failure, and the pauses between them. The default has no limit of retries.
  public var retry: RetryPolicy
  /// The longest time for a delivery before the hub cancels its task: 60 seconds. The same limit applies to the
  /// destination's `flush`.
  public var timeLimit: Duration
  /// The age at which the hub drops a delivery; `nil`, the default, means never.
  public var maximumAge: Duration?
  /// Whether the hub delivers a purge before it configures the destination. The default is no.
  ///
  /// For a destination that keeps calls for the next launch, and sends them once it is configured. Other destinations
  /// may be unable to take a purge before they are configured.
  ///
  /// If the hub is configuring the destination, the hub cancels `configure`, delivers the purge, and configures the
  /// destination again, even if the first `configure` has not returned. The hub also delivers the purge after it has
  /// given up configuring. The hub delivers an `identify` or `reset` that waits in front of the purge together with the
  /// purge.
  package var purgesBeforeConfiguring = false

  /// The most bytes that may wait, roughly, in place of a number of deliveries; `nil` means that ``capacity`` is the
  /// limit.
  ///
  /// This limit is for a destination that writes calls to the disk. During a burst, a limit on the number of calls
  /// would drop calls that fit into memory.
  package var byteCapacity: Int?

  /// Creates a policy. Each argument has a default, so name only those to change.
  ///
  /// - Parameters:
  ///   - capacity: The most waiting calls for a destination: ``capacity``.
  ///   - batchSize: The most calls of a batch: ``batchSize``.
  ///   - batchDelay: The longest wait of a call for a full batch: ``batchDelay``.
  ///   - retry: The policy after a failure: ``retry``.
  ///   - timeLimit: The longest time for a call to a destination: ``timeLimit``.
  ///   - maximumAge: The age from which a waiting call is dropped: ``maximumAge``; `nil` keeps calls of any age.
  public init(
    capacity: Int = 1_000, batchSize: Int = 50, batchDelay: Duration = .milliseconds(100),
    retry: RetryPolicy = RetryPolicy(), timeLimit: Duration = .seconds(60), maximumAge: Duration? = nil
  ) {
    self.capacity = capacity
    self.batchSize = batchSize
    self.batchDelay = batchDelay
    self.retry = retry
    self.timeLimit = timeLimit
    self.maximumAge = maximumAge
  }
}

extension Duration {
  /// The duration, limited to between zero and 68 years, because clocks cannot count longer times.
  package var bounded: Duration { min(max(self, .zero), .seconds(Int64(1) << 31)) }
}
