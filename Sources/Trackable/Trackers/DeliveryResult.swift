/// The fate of the calls that waited when a flush or a shutdown began, over all destinations.
///
/// ```swift
/// let result = await hub.flush(timeout: .seconds(2))
/// if !result.isComplete { print("\(result.pending) are left") }
/// ```
public struct DeliveryResult: Sendable, Hashable {
  /// How many have arrived.
  public package(set) var delivered = 0
  /// How many will not arrive: refused, dropped, or left when a shutdown ended.
  public package(set) var failed = 0
  /// How many will arrive later: a gate holds them, they wait in memory, or a store has them.
  public package(set) var pending = 0
  /// How many calls are left, by the name of the destination: destinations with pending calls, and those whose
  /// `configure` or `flush` has not returned.
  public package(set) var open: [String: Int] = [:]

  /// Nothing.
  package init() {}

  /// Whether everything has arrived.
  public var isComplete: Bool { failed + pending == 0 && open.isEmpty }

  package mutating func add(_ other: DeliveryResult) {
    delivered += other.delivered
    failed += other.failed
    pending += other.pending
    for (name, count) in other.open { open[name, default: 0] += count }
  }

  /// So many calls wait in a place.
  package mutating func add(open count: Int, at name: String) {
    pending += count
    open[name, default: 0] += count
  }
}
