import Trackable

// The app that the README and most pages speak of, as it is declared there, and the names that others have beside it.

struct Album { let name: String }

enum Events {
  enum User: String, Event { case didRateAlbum, didPay, didSelectRecommendation, didOpen, didSignUp }
  enum App: String, Event { case started, opened, refreshed }
  enum Page: String, Event { case loaded, read }
  enum Payment: String, Event { case succeeded }
  enum Player: String, Event { case paused, didPlay }
  enum Shop: String, Event { case didBuy }
  enum Upload: String, Event { case finished, saved, failed }
}

enum Keys: String, Key {
  case albumName, previousVC, userLikesAlbum, row, screen, song, page
  case amount, currency, plan, daysLeft, src, bytes, readingTime, pid, projectID, searchTerm, url, error
  case beatleName, isLoggedIn, rating, composer, album, gift, year, title, theme
  enum App: String, Key { case uptime }
  enum Details: String, Key { case year }
}

struct PaymentSent: AnalyticsEvent {
  let amount: Int
  var properties: TrackedProperties { [Keys.amount ~>> amount] }
}

struct AppOpened: AnalyticsEvent {}
struct ScreenShown: AnalyticsEvent {}

struct Email: UserProperty { let value: String }

/// An object without properties, on any thread.
final class Plain: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

@MainActor final class AlbumListVC { var selectedAlbum: Album? = Album(name: "Imagine") }
@MainActor final class AlbumDetailVC {}

extension AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.albumName ~>> selectedAlbum?.name
  }
}

extension AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}  // nothing of its own
  func rate() { track(Events.User.didRateAlbum) }
}
