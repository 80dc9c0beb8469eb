import Testing
import Trackable
import UIKitStandIn

// The code of the core's landing page, as it is written there, which is its picture: `ChainDrawingTests` compares the picture.

final class BeatleListVC: UIViewController { let selectedBeatle: String? = "John Lennon" }
final class AlbumListVC: UIViewController { let selectedAlbum: String? = "Imagine" }
final class AlbumDetailVC: UIViewController {}

enum Events { enum User: String, Event { case didRateAlbum } }
enum Keys: String, Key {
  case beatleName, albumName, previousVC, userLikesAlbum
}

extension BeatleListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.beatleName ~>> selectedBeatle
  }
}

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum
  }
}

extension AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

@MainActor @Suite struct LandingPageTests {
  @Test func `The picture as code prints the landing page's lines`() {
    let (beatleList, albumList, detail) = (BeatleListVC(), AlbumListVC(), AlbumDetailVC())
    Page(article: "Trackable").expectOutput {
      TrackableSystem.bootstrap(ConsoleTracker(level: .verbose) { print($0) }.renaming(.droppingModule))
      // Where a screen shows the next one:
      albumList.link(to: beatleList) { Keys.previousVC ~>> "Beatle list" }
      detail.link(to: albumList) { Keys.previousVC ~>> "Album list" }

      // Where the user rates the album:
      detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
    }
  }
}
