import Trackable

extension AppDelegate: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}

  /// Makes the two links that no segue makes: from the first screen to the app, and from the app to the root.
  func setupAnalytics() {
    link(to: analytics)
    home.link(to: self)
  }
}
