import Trackable

/// The third screen: one album, and whether you like it.
@MainActor
final class AlbumDetailVC: ViewController {
  enum Button: String, CaseIterable {
    case yes, no
  }

  let album: Album
  weak var navigationController: NavigationController?

  init(album: Album) {
    self.album = album
  }

  var title: String { "\(album.name) (\(album.year))" }

  func didPress(_ button: Button) {
    track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> (button == .yes)])
  }
}
