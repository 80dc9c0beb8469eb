// swiftc:
// swiftc: -enable-upcoming-feature InferIsolatedConformances
import Trackable

final class Session: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}
actor Server: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { ["server" ~>> true] }
}
/// A main-actor class may have properties that all code may read.
@MainActor final class App {}
extension App: nonisolated TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { ["app" ~>> true] }
}

@MainActor func start(_ tracker: any AnalyticsEventTracker, _ session: Session?, _ server: Server, _ app: App) {
  TrackableSystem.bootstrap(tracker, root: session)
  TrackableSystem.bootstrap(tracker, root: server, naming: .snakeCase)
  TrackableSystem.bootstrap(tracker, root: app)
  TrackableSystem.withTracker(tracker, root: session) {}
}

func run(_ tracker: any AnalyticsEventTracker, _ session: Session) async {
  await TrackableSystem.withTracker(tracker, root: session) { await Task.yield() }
}
