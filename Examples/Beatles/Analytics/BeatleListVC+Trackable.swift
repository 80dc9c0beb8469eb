import Trackable

extension BeatleListVC: @MainActor TrackableClass {
  // Without a selection there is no property, because `nil` means none.
  var trackedProperties: TrackedProperties {
    Keys.beatleName ~>> selectedBeatle?.name
  }

  // An app that already has a `prepare(for:)` only adds the one line to it.
  func prepare(for segue: Segue) {
    guard let albumList = segue.destination as? AlbumListVC else { return }
    albumList.link(to: self) { Keys.previousVC ~>> "Beatle list" }
  }
}
