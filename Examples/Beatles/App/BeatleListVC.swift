import Trackable

/// The first screen: the four Beatles.
@MainActor
final class BeatleListVC: ViewController {
  let beatles: [Beatle]
  private(set) var selectedBeatle: Beatle?
  weak var navigationController: NavigationController?

  init(beatles: [Beatle]) {
    self.beatles = beatles
  }

  var title: String { "The Beatles" }

  func viewWillAppear() {
    selectedBeatle = nil
  }

  func didSelect(_ beatle: Beatle) {
    selectedBeatle = beatle
    track(Events.User.didSelectBeatle)
    navigationController?.perform(Segue(from: self, to: AlbumListVC(beatle: beatle)))
  }
}
