/// A tracker around another one that makes the same of every call. So a requirement that is added to
/// ``AnalyticsEventTracker`` is added here, once.
package protocol PassingTracker: ForwardingTracker {
  /// Passes a call on, or does not.
  func pass(_ call: TrackerCall)
}

extension PassingTracker {
  package func track(_ event: TrackedEvent) { pass(.track(event)) }
  package func update(_ property: TrackedUserProperty) { pass(.update(property)) }
  package func identify(_ user: TrackedUser) { pass(.identify(user)) }
  package func reset() { pass(.reset) }
  package func report(_ error: any Error, at location: CodeLocation) { pass(.report(error, location)) }
  package func purge() { pass(.purge) }
}
