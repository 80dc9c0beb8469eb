/// A tracker around another tracker that handles all calls in one method. If ``AnalyticsEventTracker`` gets a new
/// requirement, only this protocol needs a change.
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
