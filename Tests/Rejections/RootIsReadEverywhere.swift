// swiftc:
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// Events of every thread read the root, so it cannot belong to the main actor, unless all code may read its properties.
import Trackable
import TrackableTesting

@MainActor final class Session {}
#if REJECTED
  extension Session: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties {}
  }
#else
  extension Session: nonisolated TrackableClass {
    nonisolated var trackedProperties: TrackedProperties { ["app" ~>> true] }
  }
#endif

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

actor Server: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { ["server" ~>> true] }
}

func run(_ tracker: any AnalyticsEventTracker, _ server: Server?) async {
  TrackableSystem.bootstrap(tracker, root: server, naming: .snakeCase)
  await TrackableSystem.withTracker(tracker, root: server) { await Task.yield() }
}
