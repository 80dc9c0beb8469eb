import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct LifetimePageTests {
  /// Holds the screens that are on the stack, as a navigation controller does.
  private final class Navigation {
    private(set) var screens: [AnyObject] = []
    func setViewControllers(_ screens: [AnyObject], animated: Bool) { self.screens = screens }
  }

  /// A stack of a cart and nothing else.
  private func replaceStack(_ navigation: Navigation, with checkout: AlbumDetailVC) {
    let cart = AlbumListVC()
    navigation.setViewControllers([cart], animated: false)
    checkout.link(to: cart.makeTrackingContext())
    navigation.setViewControllers([checkout], animated: true)  // `cart` is released; its values stay
    // checkout.track(…) carries albumName "Imagine", which `cart` computed
  }

  @Test func `A context keeps the values of an ancestor that is gone`() {
    let (navigation, checkout) = (Navigation(), AlbumDetailVC())
    replaceStack(navigation, with: checkout)
    withRecordedTracking { recorder in
      checkout.rate()
      #expect(recorder.events[0].properties == [Keys.albumName ~>> "Imagine"])
      #expect(recorder.events[0].unread.isEmpty && recorder.issues.isEmpty)
    }
  }

  @Test func `An ancestor that is gone without that is named by the event, and reported`() {
    let other = AlbumDetailVC()
    var cart: AlbumListVC? = AlbumListVC()
    withRecordedTracking { recorder in
      other.link(to: cart)  // `cart` computes albumName
      other.rate()
      cart = nil
      other.rate()
      // properties: [], unread: [AlbumListVC (1)]
      #expect(recorder.events[0].properties == [Keys.albumName ~>> "Imagine"])
      let event = recorder.events[1]
      let output = "properties: \(event.properties), unread: \(event.unread)"
      #expect(Page(article: "Lifetime").promises(output), "\(output)")
      #expect(recorder.issues.map(\.kind) == [.ancestorGone])
    }
  }

  @Test func `Linking again replaces the properties and keeps the parent, and nil removes it`() {
    let (list, cell) = (AlbumListVC(), AlbumDetailVC())
    let event = Events.User.didRateAlbum
    cell.link(to: list) { "stars" ~>> 5 }
    cell.link { Keys.row ~>> 2 }
    #expect(cell.explainTracking(of: event).properties == [Keys.row ~>> 2, Keys.albumName ~>> "Imagine"])
    cell.unlink()
    #expect(cell.explainTracking(of: event).properties.isEmpty)
  }
}
