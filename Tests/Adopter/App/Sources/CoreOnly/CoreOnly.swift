import Trackable

// A small app with nothing but the core: its binary shows the size of the core, and the libraries that it needs at run time.

enum Events { enum User: String, Event { case didRateAlbum } }
enum Keys: String, Key { case albumName, userLikesAlbum, previousVC }

@MainActor final class AlbumListVC {
  var selectedAlbum: String? = "Imagine"
}

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> selectedAlbum }
}

@MainActor final class AlbumDetailVC {
  func rate() {
    track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
  }
}

extension AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

@main struct CoreOnly {
  @MainActor static func main() {
    TrackableSystem.bootstrap(ConsoleTracker(level: .verbose).renaming(.snakeCase))
    let list = AlbumListVC()
    let detail = AlbumDetailVC()
    detail.link(to: list) { Keys.previousVC ~>> "Album list" }
    detail.rate()
  }
}
