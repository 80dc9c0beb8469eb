/// A tracker around another tracker, with one method for all calls. A new requirement of ``AnalyticsEventTracker`` has
/// to be added only here.
package protocol PassingTracker: ForwardingTracker {
  /// Passes a call on, or drops it.
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
