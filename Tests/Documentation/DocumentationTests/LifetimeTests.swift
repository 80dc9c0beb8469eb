import Testing
import Trackable
import TrackableTesting

@MainActor @Suite struct LifetimePageTests {
  @Test func `A context keeps the values of an ancestor that is gone`() {
    let checkout = AlbumDetailVC()
    do {
      let cart = AlbumListVC()
      checkout.link(to: cart.makeTrackingContext())
    }
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
}
