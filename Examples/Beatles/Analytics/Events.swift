import Trackable

/// All events of this app. The name of a case is derived from the code: `Beatles.Events.User.didRateAlbum`.
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
