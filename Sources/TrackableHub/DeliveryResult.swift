/// What became of the calls that waited when a ``TrackerHub`` was flushed or shut down, over all its destinations.
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
  /// How many are delivered later: they wait in the hub, or a destination has taken them that stores them and has not said
  /// that everything in its store has arrived.
  public internal(set) var pending = 0
  /// The destinations that keep calls themselves and have not sent them all in time, such as an `HTTPDestination` without a
  /// network, which sends them later, or with a service that refuses an event.
  package internal(set) var unflushed: [String] = []

  /// Whether everything has arrived.
  public var isComplete: Bool { failed + pending == 0 && unflushed.isEmpty }

  mutating func add(_ other: DeliveryResult) {
    delivered += other.delivered
    failed += other.failed
    pending += other.pending
    unflushed += other.unflushed
  }

  mutating func add(_ count: Int, _ fate: TrackerLedger.Fate) {
    if fate == .delivered { delivered += count } else { failed += count }
  }
}
