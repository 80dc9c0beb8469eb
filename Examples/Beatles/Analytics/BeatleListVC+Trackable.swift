import Trackable

extension BeatleListVC: @MainActor TrackableClass {
  // Without a selection there is no property: `nil` says nothing.
  var trackedProperties: TrackedProperties {
    Keys.beatleName ~>> selectedBeatle?.name
  }

  // An app that has a `prepare(for:)` already adds the one line there.
  func prepare(for segue: Segue) {
    guard let albumList = segue.destination as? AlbumListVC else { return }
    albumList.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Beatle list"], parent: self)
  }
}
