import Trackable

/// Everything this app says about its events.
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
