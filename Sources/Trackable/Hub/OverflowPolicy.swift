/// What happens to a delivery for which a destination has no room.
///
/// ```swift
/// TrackerHub(destinations, capacity: 500, overflow: .dropNewest)
/// ```
///
/// | policy | the delivery that came | what waits |
/// |---|---|---|
/// | ``dropOldest`` | waits | the oldest is dropped |
/// | ``dropNewest`` | is dropped | stays |
/// | ``suspend`` | its caller waits, if it can: ``TrackerHub/enqueue(_:fileID:line:)``; else it is dropped | stays |
///
/// Whatever is dropped is counted as ``TrackerLedger/Dropped/overflow``. Who the user is must not get lost among events:
/// `identify` and `reset` have room of their own, as much again, and no event pushes them out; under every policy the
/// oldest of them makes room, and who hands one over never waits.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The newest count: the oldest that waits makes room.
  case dropOldest
  /// The first count: what comes is dropped.
  case dropNewest
  /// Asynchronous callers wait until there is room. A synchronous caller is never blocked: what it hands over is
  /// dropped, as with ``dropNewest``.
  case suspend
}
