import Trackable

extension AppDelegate: @MainActor TrackableClass {
  /// Makes the two links that no segue makes: the first screen is below the app, and the app below the root.
  func setupAnalytics() {
    setupTrackableChain(parent: analytics)
    home.setupTrackableChain(parent: self)
  }
}
