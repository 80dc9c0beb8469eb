// The app of `CoreOnly` without its analytics.

@MainActor final class AlbumListVC {
  var selectedAlbum: String? = "Imagine"
}

@MainActor final class AlbumDetailVC {
  func rate() { print("did_rate_album") }
}

@main struct Nothing {
  @MainActor static func main() {
    let list = AlbumListVC()
    let detail = AlbumDetailVC()
    detail.rate()
    withExtendedLifetime(list) {}
  }
}
