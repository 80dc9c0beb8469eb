// swiftc:
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// Events of every thread read the root, so it cannot belong to the main actor.
import Trackable
import TrackableTesting

@MainActor final class Session {}
extension Session: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

final class Model: TrackableClass {  // expected-note * {{}}
  var trackedProperties: TrackedProperties {}
}

@MainActor func start(_ tracker: any AnalyticsEventTracker, _ session: Session, _ erased: any TrackableClass & Sendable)
{
  // expected-error@+1 {{main actor-isolated conformance of 'Session' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  TrackableSystem.bootstrap(tracker, root: session)
  // expected-error@+1 {{main actor-isolated conformance of 'Session' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  TrackableSystem.withTracker(tracker, root: session) {}
  // expected-error@+1 {{main actor-isolated conformance of 'Session' to 'TrackableClass' cannot satisfy conformance requirement for a 'Sendable' type parameter}}
  withRecordedTracking(root: session) { _ in }
  TrackableSystem.bootstrap(tracker, root: erased)
}

func start(_ tracker: any AnalyticsEventTracker, _ model: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  TrackableSystem.bootstrap(tracker, root: model)
}
