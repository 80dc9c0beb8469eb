import Trackable

/// A destination of a hub, as it was found in the trackers that the hub was given.
struct HubDestination: Sendable {
  var name: String
  let tracker: any AnalyticsEventTracker
  /// The destination that the tracker holds although it is none itself: the hub would neither configure it nor give it
  /// batches, so nothing is delivered.
  private let hidden: String?
  /// The user that the tracker knows, if it keeps one of its own.
  let user = Lock(DestinationUser())
  /// How many events combinators have kept from it. A caller that counts one does not wait for the hub.
  let suppressed = Lock(0)
  /// The policies and configurations that were added around it, the innermost first.
  var settings: [ConfiguredTracker] = []

  init(_ tracker: any AnalyticsEventTracker) {
    name = tracker.name
    self.tracker = tracker
    hidden = tracker is any AnalyticsDestination ? nil : DefaultDelivery.destinationHidden(in: tracker)
  }

  private var destination: (any AnalyticsDestination)? { tracker as? any AnalyticsDestination }

  func policy(_ policy: DeliveryPolicy) -> DeliveryPolicy {
    var policy = policy
    destination?.adjust(&policy)
    for added in settings { added.adjustment(&policy) }
    return policy
  }

  func configure() async throws {
    try await destination?.configure()
    for added in settings { try await added.configuration() }
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if let destination { return try await destination.deliver(batch) }
    if let hidden { return .rejected(batch.map(\.id), because: DefaultDelivery.hiding(hidden)) }
    batch.perform(on: tracker)
    return .accepted
  }

  /// Returns whether what the destination has taken has arrived, as far as can be known.
  func flush() async -> Bool {
    if let storing = tracker as? any StoringDestination { return await storing.sendAll() }
    await tracker.flush()
    return true
  }

  var isStoring: Bool { tracker is any StoringDestination }
  func hurry() { (tracker as? any StoringDestination)?.hurry() }
  func beginPurge() { (tracker as? any StoringDestination)?.beginPurge() }
  func hubHasEnded() { (tracker as? any StoringDestination)?.hubHasEnded() }
}
