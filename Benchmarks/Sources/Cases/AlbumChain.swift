import Trackable

/// The typical event: a chain of depth 4 (an object and four ancestors) and 6 properties.
///
/// | where | property |
/// |---|---|
/// | the call | `userLikesAlbum` |
/// | the object's link | `previousVC` |
/// | its parent, computed | `albumName` |
/// | the parent's parent, computed | `albumYear` |
/// | the third ancestor, computed | `isRemastered` |
/// | the root's link | `appVersion` |
// Used by one thread at a time, as its variables are: that of the actor on which it was made, if any.
package final class AlbumChain: @unchecked Sendable {
  package let album: Album
  package let detail = AlbumDetail()
  package let list: AlbumList
  package let shelf: AlbumShelf
  package let library: AlbumLibrary
  package let app: AlbumApp
  /// The value that the call gives.
  package var userLikesAlbum = true
  /// The values that were set on the links of the object and of the root.
  package let previousVC: String
  package let appVersion: String

  @inline(never) private init(album: Album, previousVC: String, appVersion: String, app: AlbumApp) {
    self.album = album
    self.app = app
    self.previousVC = previousVC
    self.appVersion = appVersion
    list = AlbumList(album)
    shelf = AlbumShelf(album)
    library = AlbumLibrary(album)
  }

  /// Links the objects, on the caller's actor if it runs on one.
  private func link(isolation: isolated (any Actor)?) {
    app.setupTrackableChain(trackedProperties: [AlbumKeys.appVersion ~>> appVersion])
    library.setupTrackableChain(parent: app)
    shelf.setupTrackableChain(parent: library)
    list.setupTrackableChain(parent: shelf)
    detail.setupTrackableChain(trackedProperties: [AlbumKeys.previousVC ~>> previousVC], parent: list)
  }

  /// The same album for Trackable and for the references. If a root is given, several chains may share it.
  package static func typical(
    app: AlbumApp = AlbumApp(), isolation: isolated (any Actor)? = #isolation
  ) -> AlbumChain {
    let chain = AlbumChain(
      album: Album(name: "Imagine", year: 1971, isRemastered: false), previousVC: "Album list", appVersion: "1.0",
      app: app)
    chain.link(isolation: isolation)
    return chain
  }

  /// The code that an adopter writes.
  @inline(never) package func track(isolation: isolated (any Actor)? = #isolation) {
    detail.track(AlbumEvent.rated, trackedProperties: [AlbumKeys.userLikesAlbum ~>> userLikesAlbum])
  }
}

package final class AlbumDetail: TrackableClass, Sendable {
  package var trackedProperties: TrackedProperties {}
  @inline(never) package init() {}
}

package final class AlbumList: TrackableClass, Sendable {
  private let album: Album
  init(_ album: Album) { self.album = album }
  package var trackedProperties: TrackedProperties { AlbumKeys.albumName ~>> album.name }
}

package final class AlbumShelf: TrackableClass, Sendable {
  private let album: Album
  init(_ album: Album) { self.album = album }
  package var trackedProperties: TrackedProperties { AlbumKeys.albumYear ~>> album.year }
}

package final class AlbumLibrary: TrackableClass, Sendable {
  private let album: Album
  init(_ album: Album) { self.album = album }
  package var trackedProperties: TrackedProperties { AlbumKeys.isRemastered ~>> album.isRemastered }
}

package final class AlbumApp: TrackableClass, Sendable {
  package var trackedProperties: TrackedProperties {}
  package init() {}
}
