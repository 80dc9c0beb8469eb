// swiftc: -default-isolation MainActor
// Where the main actor is the module's default isolation, a class says nothing of it. One that declares no
// properties of its own once was a circular reference.
import Trackable

enum Events { enum User: String, Event { case didRateAlbum } }
enum Keys: String, Key { case albumName, previousVC }

struct PaymentSent: AnalyticsEvent {
  let amount: Int
  var properties: TrackedProperties { ["amount" ~>> amount] }
}

struct Email: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [PaymentSent(amount: 20)] }
}

struct Mixpanel: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {}
}

class AlbumListVC {
  var selectedAlbum: String?

  func prepare(for detail: AlbumDetailVC) {
    detail.link(to: self) { Keys.previousVC ~>> "Album list" }
  }
}

extension AlbumListVC: TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> selectedAlbum }
}

class AlbumDetailVC: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func rate() {
    track(Events.User.didRateAlbum)
    updateUserProperty(Email(value: "john@apple.records"))
  }
}

class Cell { init() {} }
extension Cell: TrackableClass { var trackedProperties: TrackedProperties {} }

final class Button: Cell {}

class Card: TrackableClass {
  var trackedProperties: TrackedProperties {}
  let owner = AlbumDetailVC()
  var trackableParent: (any TrackableClass)? { owner }
}

nonisolated final class Download: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { ["download" ~>> true] }
}

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  func pause() { track(Events.User.didRateAlbum) }
}

func bootstrap() {
  TrackableSystem.bootstrap(Mixpanel().renaming(.snakeCase))
  TrackableSystem.issueHandler = { print($0) }
}
