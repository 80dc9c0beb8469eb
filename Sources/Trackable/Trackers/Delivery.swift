/// One call to a tracker as a value: what a hub keeps for later.
///
/// ```swift
/// func deliver(_ delivery: Delivery) async throws {
///   guard case .track(let event) = delivery else { return delivery.perform(on: self) }
///   try await client.post(event.name, event.properties.dictionary)
/// }
/// ```
///
/// More cases may be added: handle those you know, and let ``perform(on:)`` do the rest.
public enum Delivery: Sendable {
  /// An event happened.
  case track(TrackedEvent)
  /// Something became known of the user.
  case update(TrackedUserProperty)
  /// The user is now the one with this identifier.
  case identify(String)
  /// The user is no longer known.
  case reset
  /// An error that is worth knowing of, and where it was reported.
  case report(any Error, SourceLocation)

  /// Makes the call.
  public func perform(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let event): tracker.track(event)
    case .update(let property): tracker.update(property)
    case .identify(let userID): tracker.identify(userID)
    case .reset: tracker.reset()
    case .report(let error, let location): tracker.report(error, at: location)
    }
  }
}
