/// What happens when a destination has no room for another delivery.
///
/// ```swift
/// policy.overflow = .dropNewest
/// let hub = TrackerHub(destinations, policy: policy)
/// ```
///
/// | policy | the new delivery | the waiting ones |
/// |---|---|---|
/// | ``dropOldest`` | waits | lose the oldest |
/// | ``dropNewest`` | is dropped | stay |
///
/// The ledger counts dropped deliveries as *overflow*. The hub never drops the first `reset` that waits, the last `identify` or
/// `reset`, and a purge. Under either policy, an `identify` takes the place of an earlier one.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The oldest waiting delivery is dropped to make room.
  case dropOldest
  /// The new delivery is dropped.
  case dropNewest
}
