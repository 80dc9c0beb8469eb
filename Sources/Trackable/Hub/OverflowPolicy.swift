/// What happens when a destination has no room for another delivery.
///
/// ```swift
/// TrackerHub(destinations, capacity: 500, overflow: .dropNewest)
/// ```
///
/// | policy | the delivery that came | what waits |
/// |---|---|---|
/// | ``dropOldest`` | waits | loses its oldest delivery |
/// | ``dropNewest`` | is dropped | stays |
/// | ``suspend`` | waits with its caller, if that called ``TrackerHub/enqueue(_:fileID:line:)``; else is dropped | stays |
///
/// Whatever is dropped is counted as ``TrackerLedger/Dropped/overflow``. Who the user is must not get lost among events:
/// `identify` and `reset` have room of their own, as much again, and no event pushes them out; under every policy the
/// oldest of them makes room, and who hands one over never waits.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The oldest waiting delivery is dropped to make room.
  case dropOldest
  /// The new delivery is dropped.
  case dropNewest
  /// Asynchronous callers wait until there is room. Synchronous callers are never blocked: what they hand over is
  /// dropped, as with ``dropNewest``.
  case suspend
}
