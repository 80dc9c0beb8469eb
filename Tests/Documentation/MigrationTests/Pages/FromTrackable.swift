import Foundation
import UIKitStandIn
import VendorStandIns
import Trackable

// The design's published example after the migration: all words are new.

final class Album: Sendable {
  let name: String
  init(name: String) { self.name = name }
}

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
}

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

final class AlbumDetailVC: UIViewController {
  let yesButton = UIButton()
  let noButton = UIButton()

  func didPressButton(sender: UIButton) {
    let userLikesAlbum = (sender === yesButton)
    track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> userLikesAlbum])
  }
}

extension AlbumDetailVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

final class AlbumListTVC: UIViewController {
  var selectedAlbum: Album?

  func select(_ album: Album?) {
    selectedAlbum = album
    track(Events.User.didSelectAlbum)
  }

  override func prepare(for segue: UIStoryboardSegue, sender: Any?) {
    guard let detail = segue.destination as? AlbumDetailVC else { return }
    detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  }
}

extension AlbumListTVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    return [Keys.albumName ~>> selectedAlbum?.name ?? "none"]
  }
}

final class Analytics: TrackableClass, Sendable {
  let startTime = Date()
  var trackedProperties: TrackedProperties {
    Keys.App.uptime ~>> Date().timeIntervalSince(startTime)
  }
}

struct MixpanelTracker: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    Mixpanel.sharedInstance()?.track(event.name, properties: event.properties.dictionary)
  }
}

@MainActor final class AppDelegate {
  func applicationDidFinishLaunching() {
    TrackableSystem.bootstrap(MixpanelTracker(), root: Analytics())
  }

  func applicationDidBecomeActive() {
    track(Events.App.didBecomeActive)
  }
}

extension AppDelegate: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

/// The app of the article, after the migration.
enum TrackableMigrated {
  @MainActor static func play() {
    let delegate = AppDelegate()
    delegate.applicationDidFinishLaunching()
    delegate.applicationDidBecomeActive()
    let list = AlbumListTVC()
    list.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Beatle list"], parent: delegate)
    list.select(Album(name: "Imagine"))
    let detail = AlbumDetailVC()
    list.prepare(for: UIStoryboardSegue(destination: detail), sender: list)
    detail.didPressButton(sender: detail.yesButton)
    list.selectedAlbum = nil
    detail.didPressButton(sender: detail.noButton)
  }

  /// The root, and a closure as the tracker.
  static func playWithRoot() {
    TrackableSystem.bootstrap(root: Analytics()) { name, properties in
      Mixpanel.sharedInstance()?.track(name, properties: properties)
    }
    Events.App.started.trigger()
  }

  /// The service's function of before, as the tracker.
  static func playWithFunction() {
    @Sendable func trackEventToMixpanel(eventName: String, trackedProperties: [String: Any]) {
      Mixpanel.sharedInstance()?.track(eventName, properties: trackedProperties)
    }
    TrackableSystem.bootstrap(trackEventToMixpanel)
    TrackableSystem.defaultProperties = [Keys.albumName ~>> "Help!"]
    Events.App.started.trigger()
  }
}
