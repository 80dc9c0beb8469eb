import Trackable

@MainActor public final class LibraryScreen {
  private var openAlbum: String?

  public init() {}

  public func open(_ album: String) -> PlayerViewModel {
    openAlbum = album
    let player = PlayerViewModel()
    player.setupTrackableChain(parent: self)
    track(Events.Library.didOpenAlbum)
    return player
  }
}

extension LibraryScreen: @MainActor TrackableClass {
  public var trackedProperties: TrackedProperties { Keys.albumName ~>> openAlbum }
}
