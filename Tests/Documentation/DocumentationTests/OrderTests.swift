import Testing
import Trackable

@MainActor @Suite struct OrderTests {
  @Test func `An event carries the user of its call`() {
    let screen = AlbumListVC()
    Page(article: "Order").expectOutput {
      TrackableSystem.bootstrap(ClosureTracker { print("\($0.name), \($0.userID ?? "no user")") })
      TrackableSystem.identify("john")
      screen.track(Events.Player.paused)
      TrackableSystem.reset()
      screen.track(Events.Player.paused)
      // MyApp.Events.Player.paused, john
      // MyApp.Events.Player.paused, no user
    }
  }
}
