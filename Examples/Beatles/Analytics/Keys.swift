import Trackable

/// The keys of all properties that this app gives its events.
enum Keys: String, Key {
  case beatleName
  case albumName
  case userLikesAlbum
  case previousVC

  enum App: String, Key {
    case uptime
    case reachabilityStatus
  }
}
