import Trackable

/// A destination of a hub, as it was found in the trackers that the hub was given.
struct HubDestination: Sendable {
  let name: String
  let tracker: any AnalyticsEventTracker
  /// The policies and configurations that were added around it, the innermost first.
  var settings: [Settings] = []

  /// What was added in one place; the number tells it from others.
  struct Settings: Sendable {
    let number: Int
    let settings: ConfiguredTracker
  }

  private var destination: (any AnalyticsDestination)? { tracker as? any AnalyticsDestination }

  var rules: HubRules {
    HubRules(events: destination?.eventTrackingRule, properties: destination?.propertyTrackingRule)
  }

  func policy(_ policy: DeliveryPolicy) -> DeliveryPolicy {
    var policy = policy
    destination?.adjust(&policy)
    for added in settings { added.settings.adjustment(&policy) }
    return policy
  }

  func configure() async throws {
    try await destination?.configure()
    for added in settings { try await added.settings.configuration() }
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    if let destination { return try await destination.deliver(batch) }
    batch.perform(on: tracker)
    return .accepted
  }

  func hurry() { (tracker as? any StoringDestination)?.hurry() }
  func hubHasEnded() { (tracker as? any StoringDestination)?.hubHasEnded() }
}
