/// What became of everything that was waiting when a ``TrackerHub`` was flushed or shut down, over all its
/// destinations.
///
/// ```swift
/// let result = await hub.flush(timeout: .seconds(2))
/// if !result.isComplete { print("\(result.pending) are left") }
/// ```
public struct DeliveryResult: Sendable, Hashable {
  /// How many have arrived.
  public internal(set) var delivered = 0
  /// How many will not arrive: refused, dropped, or left when a shutdown ended.
  public internal(set) var failed = 0
  /// How many are still waiting, and are delivered later.
  public internal(set) var pending = 0
  /// The destinations that did not send in time what they keep themselves, such as an `HTTPDestination` without a network: it
  /// sends that later.
  public internal(set) var unflushed: [String] = []

  /// Whether everything has arrived.
  public var isComplete: Bool { failed == 0 && pending == 0 && unflushed.isEmpty }

  mutating func add(_ other: DeliveryResult) {
    delivered += other.delivered
    failed += other.failed
    pending += other.pending
    unflushed += other.unflushed
  }
}
