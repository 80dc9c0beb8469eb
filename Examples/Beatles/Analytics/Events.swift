import Trackable

/// Everything this app reports. A case is its own name: `Beatles.Events.User.didRateAlbum`.
enum Events {
  enum User: String, Event {
    case didSelectBeatle
    case didSelectAlbum
    case didRateAlbum
  }

  enum App: String, Event {
    case started
    case didBecomeActive
    case didEnterBackground
    case terminated
  }

  enum AlbumListVC: String, Event {
    case didAppear
  }
}
