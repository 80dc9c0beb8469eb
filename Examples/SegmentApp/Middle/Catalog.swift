import Trackable

// The module of the home screen and of albums.

@MainActor final class HomeScreen {
  let campaign: String

  init(campaign: String) { self.campaign = campaign }

  func appear() { track(CatalogScreens.home) }

  func search(_ query: String, results: Int) {
    track(CatalogEvents.searched) {
      Keys.query ~>> query
      Keys.results ~>> results
    }
  }

  func open(_ album: Album) -> AlbumScreen {
    let screen = AlbumScreen(album: album)
    screen.link(to: self)
    return screen
  }

  func showCart(with albums: [Album]) -> CartScreen {
    let cart = CartScreen(albums: albums, campaign: campaign)
    cart.link(to: self)
    return cart
  }
}

extension HomeScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.campaign ~>> campaign }
}

@MainActor final class AlbumScreen {
  let album: Album

  init(album: Album) { self.album = album }

  func appear() {
    track(CatalogScreens.album) { Keys.category ~>> "Shop" }
  }

  func preview(seconds: Int) {
    track(CatalogEvents.previewed) { Keys.seconds ~>> seconds }
  }

  func favorite() { track(CatalogEvents.favorited) }

  func addToCart(_ quantity: Int) {
    track(CatalogEvents.added) {
      Keys.price ~>> album.price
      Keys.quantity ~>> quantity
      Keys.delivery ~>> [Keys.method ~>> "post", Keys.isGift ~>> true]
    }
  }
}

extension AlbumScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumID ~>> album.id
    Keys.title ~>> album.title
    Keys.released ~>> album.released
  }
}
