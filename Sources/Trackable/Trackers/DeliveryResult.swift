/// The result of a flush or a shutdown: the fate of the calls that waited when it began, counted over all destinations.
///
/// ```swift
/// let result = await hub.flush(timeout: .seconds(2))
/// if !result.isComplete { print("\(result.pending) are left") }
/// ```
public struct DeliveryResult: Sendable, Hashable {
  /// The number of calls that have arrived.
  public package(set) var delivered = 0
  /// The number of calls that will never arrive, because they were refused, dropped, or left over when a shutdown
  /// ended.
  public package(set) var failed = 0
  /// The number of calls that may still arrive later, because a gate holds them, or because they wait in memory or in a
  /// store.
  public package(set) var pending = 0
  /// The number of remaining calls, by the name of the destination. The dictionary has the destinations with pending
  /// calls, and those whose `configure` or `flush` has not returned.
  public package(set) var open: [String: Int] = .init()

  /// Creates an empty result.
  package init() {}

  /// Whether all calls have arrived.
  public var isComplete: Bool { failed + pending == 0 && open.isEmpty }

  package mutating func add(_ other: DeliveryResult) {
    delivered += other.delivered
    failed += other.failed
    pending += other.pending
    for (name, count) in other.open { open[name, default: 0] += count }
  }

  /// Adds a number of remaining calls of a destination.
  package mutating func add(open count: Int, at name: String) {
    pending += count
    open[name, default: 0] += count
  }
}
