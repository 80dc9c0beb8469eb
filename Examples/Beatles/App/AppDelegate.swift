import Trackable

/// What the system calls when the app starts, comes to the foreground, goes to the background, and ends.
@MainActor
final class AppDelegate {
  let analytics: Analytics
  let navigationController = NavigationController()
  let home = BeatleListVC(beatles: Beatle.all)

  init(analytics: Analytics) {
    self.analytics = analytics
  }

  func applicationDidFinishLaunching() {
    setupAnalytics()
    track(Events.App.started)
    navigationController.push(home)
  }

  func applicationDidBecomeActive() {
    track(Events.App.didBecomeActive)
  }

  func applicationDidEnterBackground() {
    track(Events.App.didEnterBackground)
  }

  func applicationWillTerminate() {
    track(Events.App.terminated)
  }
}
