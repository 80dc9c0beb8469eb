/// What happens when a destination has no room for another delivery.
///
/// ```swift
/// policy.overflow = .dropNewest
/// let hub = TrackerHub(destinations, policy: policy)
/// ```
///
/// | policy | the new delivery | what is already waiting |
/// |---|---|---|
/// | ``dropOldest`` | waits | loses its oldest delivery |
/// | ``dropNewest`` | is dropped | stays |
///
/// Whatever is dropped is counted as *overflow*. Any delivery may be, because each event says whose it
/// is, but for the first `reset` that waits, the last `identify` or `reset`, and a purge. One that says who the user is takes
/// the place of an earlier one, under either policy.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The oldest waiting delivery is dropped to make room.
  case dropOldest
  /// The new delivery is dropped.
  case dropNewest
}
