import Trackable

/// A destination of a hub, as it was found in the trackers that the hub was given.
struct HubDestination: Sendable {
  var name: String
  let tracker: any AnalyticsEventTracker
  /// The user that the tracker knows, if it keeps one of its own.
  let user = Lock(DestinationUser())
  /// How many events combinators have kept from it. A caller that counts one does not wait for the hub.
  let suppressed = Lock(0)
  /// What the destination says of the calls that it has stored; `nil` if it stores none.
  let account: (@Sendable () -> StoredAccount)?
  /// The same when the hub was created.
  let accountAtStart: StoredAccount
  /// The policies and configurations that were added around it, the innermost first.
  var settings: [ConfiguredTracker] = []

  init(_ tracker: any AnalyticsEventTracker) {
    name = tracker.name
    self.tracker = tracker
    let storing = tracker as? any StoringDestination
    account = if let storing { { storing.account } } else { nil }
    accountAtStart = storing?.account ?? StoredAccount()
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
    batch.perform(on: tracker)
    return .accepted
  }

  /// Returns what became of the calls that the destination has stored.
  func flush() async -> DeliveryResult {
    let before = account?()
    await tracker.flush()
    guard let before, let after = account?() else { return DeliveryResult() }
    return after.result(since: before)
  }

  func hurry() { (tracker as? any StoringDestination)?.hurry() }
  func endPerson() { (tracker as? any StoringDestination)?.endPerson() }
  func beginPurge(_ number: UInt64) { (tracker as? any StoringDestination)?.beginPurge(number) }
  func hubHasEnded() { (tracker as? any StoringDestination)?.hubHasEnded() }
}
