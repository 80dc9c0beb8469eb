import Trackable

/// The data of the typical event. The optimiser does not know the values, because they are read from variables of
/// objects that other modules create.
// Used by one thread at a time. `@unchecked`, because a parent is `Sendable`, and its values are to be variables.
package final class Album: @unchecked Sendable {
  package var name: String
  package var year: Int
  package var isRemastered: Bool

  @inline(never) package init(name: String, year: Int, isRemastered: Bool) {
    self.name = name
    self.year = year
    self.isRemastered = isRemastered
  }
}

/// The event of all cases that do not say otherwise.
package enum AlbumEvent: String, Event {
  case rated, opened
}

/// The keys of the typical event.
package enum AlbumKeys: String, Key {
  case userLikesAlbum, previousVC, albumName, albumYear, isRemastered, appVersion
}
