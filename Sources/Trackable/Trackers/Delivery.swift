/// One call to a tracker, kept for later.
enum Delivery: Sendable {
  case track(TrackedEvent)
  case update(TrackedUserProperty)
  case identify(String)
  case reset
  case report(any Error, SourceLocation)

  func perform(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let event): tracker.track(event)
    case .update(let property): tracker.update(property)
    case .identify(let userID): tracker.identify(userID)
    case .reset: tracker.reset()
    case .report(let error, let location): tracker.report(error, at: location)
    }
  }
}
