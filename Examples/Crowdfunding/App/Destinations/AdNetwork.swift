import Trackable

/// Advertisers who would like to know everything.
struct AdNetwork: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    print(" > AdNetwork:  \(event.name)\(event.properties.listed)")
  }

  func identify(_ user: TrackedUser) {
    print(" > AdNetwork:  user \(user.id)")
  }

  func reset() {
    print(" > AdNetwork:  no user")
  }

  func purge() {
    print(" > AdNetwork:  purge")
  }
}
