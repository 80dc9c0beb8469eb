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
/// Whatever is dropped is counted as ``TrackerLedger/Dropped/overflow``. Changes of the user must not get lost among
/// events: `identify` and `reset` have room of their own, as much again, and no event pushes them out. If that is full
/// as well, then of several in a row those are dropped that a later one replaces, under either policy. One that says whose a waiting event is is never dropped.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The oldest waiting delivery is dropped to make room.
  case dropOldest
  /// The new delivery is dropped.
  case dropNewest
}
