/// What happens when a destination has no room for another delivery.
///
/// | policy | the new delivery | what is already waiting |
/// |---|---|---|
/// | ``dropOldest`` | waits | loses its oldest delivery |
/// | ``dropNewest`` | is dropped | stays |
/// | ``suspend`` | waits with its caller, if that called ``TrackerHub/enqueue(_:fileID:line:)``; else is dropped | stays |
///
/// Whatever is dropped is counted as ``TrackerLedger/Dropped/overflow``. `identify` and `reset` have as much room again
/// for themselves, so that events never push out who the user is.
public enum OverflowPolicy: Sendable, Hashable, CaseIterable {
  /// The oldest waiting delivery is dropped to make room.
  case dropOldest
  /// The new delivery is dropped.
  case dropNewest
  /// Asynchronous callers wait until there is room. Synchronous callers are never blocked: what they hand over is
  /// dropped, as with ``dropNewest``.
  case suspend
}
