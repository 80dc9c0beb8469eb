import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct LifetimePageTests {
  @Test func `An ancestor that is gone is named by the event, and reported, but not below its context`() {
    let (other, checkout) = (AlbumDetailVC(), AlbumDetailVC())
    var cart: AlbumListVC? = AlbumListVC()
    if let cart { checkout.link(to: cart.makeTrackingContext()) }
    withRecordedTracking { recorder in
      other.link(to: cart)  // `cart` computes albumName
      other.rate()
      cart = nil
      other.rate()
      // properties: [], unread: [AlbumListVC (1)]
      #expect(recorder.events[0].properties == [Keys.albumName ~>> "Imagine"])
      let event = recorder.events[1]
      Page(article: "Lifetime").expect(["properties: \(event.properties), unread: \(event.unread)"])
      checkout.rate()
      #expect(recorder.events[2].properties == [Keys.albumName ~>> "Imagine"] && recorder.events[2].unread.isEmpty)
      #expect(recorder.issues.map(\.kind) == [.ancestorGone])
    }
  }
}
