/// A tracker around another tracker that treats all calls alike. So a requirement that is added to
/// ``AnalyticsEventTracker`` is added here, once.
package protocol PassingTracker: ForwardingTracker {
  /// Passes a call on, or does not.
  func forward(_ call: TrackerCall)
}

extension PassingTracker {
  package func track(_ event: TrackedEvent) { forward(.track(event)) }
  package func update(_ property: TrackedUserProperty) { forward(.update(property)) }
  package func identify(_ user: TrackedUser) { forward(.identify(user)) }
  package func reset() { forward(.reset) }
  package func report(_ error: any Error, at location: CodeLocation) { forward(.report(error, location)) }
  package func purge() { forward(.purge) }
}
