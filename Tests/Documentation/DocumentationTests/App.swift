import Trackable

// The app that the README and most pages speak of, as it is declared there.

struct Album { let name: String }

enum Events { enum User: String, Event { case didRateAlbum } }
enum Keys: String, Key { case albumName, previousVC, userLikesAlbum, row }

@MainActor final class AlbumListVC { var selectedAlbum: Album? = Album(name: "Imagine") }
@MainActor final class AlbumDetailVC {}

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum?.name
  }
}

extension AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}  // nothing of its own
  func rate() { track(Events.User.didRateAlbum) }
}
