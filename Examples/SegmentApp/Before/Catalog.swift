import Foundation

// The module of the home screen and of albums.

@MainActor final class HomeScreen {
  let campaign: String

  init(campaign: String) { self.campaign = campaign }

  func appear() { Log.screen("Home", ["campaign": campaign]) }

  func search(_ query: String, results: Int) {
    Log.event(
      "Search Performed",
      ["campaign": campaign, "query": query, "results": results])
  }

  func open(_ album: Album) -> AlbumScreen {
    AlbumScreen(album: album, campaign: campaign)
  }

  func showCart(with albums: [Album]) -> CartScreen {
    CartScreen(albums: albums, campaign: campaign)
  }
}

@MainActor final class AlbumScreen {
  let album: Album
  let campaign: String

  init(album: Album, campaign: String) {
    self.album = album
    self.campaign = campaign
  }

  func appear() { Log.screen("Album", category: "Shop", common) }

  func preview(seconds: Int) {
    Log.event(
      "Track Previewed", common.merging(["seconds": seconds]) { $1 })
  }

  func favorite() { Log.event("Album Favorited", common) }

  func addToCart(_ quantity: Int) {
    Log.event(
      "Product Added",
      common.merging([
        "price": album.price, "quantity": quantity,
        "delivery": ["method": "post", "is_gift": true],
      ]) { $1 })
  }

  private var common: [String: Any] {
    [
      "campaign": campaign, "album_id": album.id, "title": album.title,
      // As text, because the SDK takes no date.
      "released": album.released.formatted(
        Date.ISO8601FormatStyle(includingFractionalSeconds: true)),
    ]
  }
}
