import Trackable

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum?.name
  }

  // From here on, every event of the detail screen tells where the user came from, which album and which Beatle it was
  // about, and how long the app had been running. The detail screen itself knows none of that.
  func prepare(for segue: Segue) {
    guard let detail = segue.destination as? AlbumDetailVC else { return }
    // Not the screen's title, which is meant for the user and would be translated.
    detail.link(to: self) { Keys.previousVC ~>> "Album list" }
  }
}
