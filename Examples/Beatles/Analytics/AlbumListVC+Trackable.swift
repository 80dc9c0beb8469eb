import Trackable

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum?.name
  }

  // From here on every event of the detail screen says where the user came from, which album and which Beatle it was
  // about, and how long the app had run; the detail screen knows of none of it.
  func prepare(for segue: Segue) {
    guard let detail = segue.destination as? AlbumDetailVC else { return }
    // Not the screen's title: that is for the user, and would be translated.
    detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  }
}
