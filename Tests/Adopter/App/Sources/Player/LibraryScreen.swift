import Trackable

@MainActor package final class LibraryScreen {
  private var openAlbum: String?

  package init() {}

  package func open(_ album: String) -> PlayerViewModel {
    openAlbum = album
    let player = PlayerViewModel()
    player.link(to: self)
    track(Events.Library.didOpenAlbum)
    return player
  }
}

extension LibraryScreen: @MainActor TrackableClass {
  package var trackedProperties: TrackedProperties { Keys.albumName ~>> openAlbum }
}
