import Trackable

/// A destination of a hub, found among the trackers that the hub was given.
struct HubDestination: Sendable {
  var name: String
  let tracker: any AnalyticsEventTracker
  /// The user that the tracker currently knows.
  let user = Lock(DestinationUser())
  /// The number of events that combinators have kept from the destination. This number has its own lock, so that a
  /// thread that counts does not wait for the hub.
  let suppressed = Lock(0)
  /// The gates in front of the destination, both outside the hub and inside it.
  let gates = Lock<[CallGate]>([])
  /// The tracker, if it stores calls and sends them later.
  let storing: (any StoringDestination)?
  /// The figures of the calls that the tracker has stored.
  var figures: (@Sendable () -> StoredFigures)? { storing.map { storing in { @Sendable in storing.figures } } }
  /// The figures when the hub was created.
  let figuresAtStart: StoredFigures
  /// The `destination(configure:policy:)` combinators around the tracker, the innermost first.
  var settings: [ConfiguredTracker] = []

  init(_ tracker: any AnalyticsEventTracker) {
    name = tracker.name
    self.tracker = tracker
    storing = tracker as? any StoringDestination
    figuresAtStart = storing?.figures ?? StoredFigures()
  }

  private var destination: (any AnalyticsDestination)? { tracker as? any AnalyticsDestination }

  /// The number of calls that gates hold for the destination, and the number of calls that gates have dropped.
  var held: HeldCounts {
    gates.withLock { $0 }.map(\.counts).reduce((0, 0)) { ($0.held + $1.held, $0.dropped + $1.dropped) }
  }

  /// The policy for the destination: the hub's with all changes, and each value limited to its valid range.
  func policy(_ policy: DeliveryPolicy) -> DeliveryPolicy {
    var policy = policy
    destination?.adjust(&policy)
    for added in settings { added.adjustment(&policy) }
    policy.capacity = max(policy.capacity, 1)
    policy.batchSize = min(max(policy.batchSize, 1), 1_000_000)
    policy.batchDelay = policy.batchDelay.bounded
    policy.timeLimit = policy.timeLimit.bounded
    policy.maximumAge = policy.maximumAge?.bounded
    return policy
  }

  func configure() async throws {
    try await destination?.configure()
    for added in settings { try await added.configuration() }
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if let destination { return try await destination.deliver(batch) }
    batch.perform(on: tracker)
    return .accepted
  }

  /// Flushes the destination, and returns the result for the calls that it has stored.
  func flush() async -> DeliveryResult {
    let before = storing?.figures
    await tracker.flush()
    guard let before, let after = storing?.figures else { return DeliveryResult() }
    return after.result(since: before)
  }
}
