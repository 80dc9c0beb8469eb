import Trackable

final class Page: TrackableClass, Sendable {
  let trackedProperties = TrackedProperties()
}
