import Trackable

/// A tracker that forwards everything to several others, in order.
struct TrackerGroup: AnalyticsEventTracker {
  private let trackers: [any AnalyticsEventTracker]

  init(_ trackers: [any AnalyticsEventTracker]) {
    self.trackers = trackers
  }

  func track(_ event: TrackedEvent) {
    for tracker in trackers { tracker.track(event) }
  }

  // This app only tracks events. Only `track` is required, but a group that leaves out one of the others would lose
  // calls in silence as soon as the app makes them.
  func update(_ property: TrackedUserProperty) {
    for tracker in trackers { tracker.update(property) }
  }

  func identify(_ userID: String) {
    for tracker in trackers { tracker.identify(userID) }
  }

  func reset() {
    for tracker in trackers { tracker.reset() }
  }

  func report(_ error: any Error, at location: SourceLocation) {
    for tracker in trackers { tracker.report(error, at: location) }
  }

  func flush() async {
    for tracker in trackers { await tracker.flush() }
  }
}
