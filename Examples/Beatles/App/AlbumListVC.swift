import Trackable

/// The second screen: the albums of one Beatle.
@MainActor
final class AlbumListVC: ViewController {
  let beatle: Beatle
  private(set) var selectedAlbum: Album?
  weak var navigationController: NavigationController?

  init(beatle: Beatle) {
    self.beatle = beatle
  }

  var title: String { "Albums by \(beatle.name)" }

  func viewWillAppear() {
    selectedAlbum = nil
  }

  func viewDidAppear() {
    track(Events.AlbumListVC.didAppear)
  }

  func didSelect(_ album: Album) {
    selectedAlbum = album
    track(Events.User.didSelectAlbum)
    navigationController?.perform(Segue(from: self, to: AlbumDetailVC(album: album)))
  }
}
