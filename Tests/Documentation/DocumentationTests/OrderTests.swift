import Testing
import Trackable
import TrackableTesting

private enum OrderPage {
  enum Events { enum Player: String, Event { case paused } }

  @MainActor @Suite struct OrderTests {
    @Test func `An event carries the user of its call`() {
      let (output, screen) = (Output(), AlbumListVC())
      let tracker = ClosureTracker { event in
        output.write("\(event.name.replacing("OrderPage.", with: "")), \(event.userID ?? "no user")")
      }
      TrackableSystem.withTracker(tracker) {
        TrackableSystem.identify("john")
        screen.track(Events.Player.paused)
        TrackableSystem.reset()
        screen.track(Events.Player.paused)
        // MyApp.Events.Player.paused, john
        // MyApp.Events.Player.paused, no user
      }
      #expect(Page(article: "Order").promises(output.text), "\(output.text)")
    }
  }
}
