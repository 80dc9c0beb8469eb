import Trackable
import TrackableTesting

/// A sound destination that sends at once.
package struct SendingTracker: AnalyticsEventTracker {
  private let record: @Sendable (TrackerConformance.Arrival) -> Void

  package init(record: @escaping @Sendable (TrackerConformance.Arrival) -> Void) { self.record = record }

  package func track(_ event: TrackedEvent) {
    HeldLocks.mustBeNone()
    record(.event(event))
  }
  package func update(_ property: TrackedUserProperty) {
    if let value = property.value { record(.userProperty(name: property.name, value: value)) }
  }
  package func identify(_ user: TrackedUser) { record(.identified(user.id, traits: user.traits)) }
  package func reset() { record(.reset) }
}

/// A tracker of an adopter's that changes nothing.
package struct Passing: ForwardingTracker {
  package var base: any AnalyticsEventTracker
  package init(base: any AnalyticsEventTracker) { self.base = base }
}
