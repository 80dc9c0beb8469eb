import Trackable

/// The data of the typical event. The values are not known to the optimiser: they are read from variables of classes
/// that other modules make.
package final class Album {
  package var name: String
  package var year: Int
  package var isRemastered: Bool

  @inline(never) package init(name: String, year: Int, isRemastered: Bool) {
    self.name = name
    self.year = year
    self.isRemastered = isRemastered
  }
}

/// The event of every case that does not say otherwise.
package enum AlbumEvent: String, Event {
  case rated, opened
}

/// The keys of the typical event.
package enum AlbumKeys: String, Key {
  case userLikesAlbum, previousVC, albumName, albumYear, isRemastered, appVersion
}
