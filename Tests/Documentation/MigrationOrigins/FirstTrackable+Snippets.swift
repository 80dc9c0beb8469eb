// The left column of MigratingFromTrackable.md: short quotes from the article on Vojta Stavik's Trackable.

import UIKitStandIn
import VendorStandIns

// In the article a constant of the process.
@MainActor var analytics: Analytics {
  if let known = Trackable.chain.analytics { return known }
  let new = Analytics()
  Trackable.chain.analytics = new
  return new
}

final class Album {
  let name: String
  init(name: String) { self.name = name }
}

// snippet: events and keys
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
    // snippet: call
    track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> userLikesAlbum])
  }
}

// snippet: conformance
extension AlbumDetailVC: TrackableClass {}

final class AlbumListTVC: UIViewController {
  var selectedAlbum: Album?

  func select(_ album: Album?) {
    selectedAlbum = album
    track(Events.User.didSelectAlbum)
  }

  // snippet: navigation
  // swift-format-ignore: NeverForceUnwrap
  override func prepareForSegue(segue: UIStoryboardSegue, sender: AnyObject?) {
    let destinationVC = segue.destinationViewController as! AlbumDetailVC
    destinationVC.setupTrackableChain([Keys.previousVC ~>> "Album list"], parent: self)
  }
}

// snippet: computed properties
extension AlbumListTVC: TrackableClass {
  var trackedProperties: Set<TrackedProperty> {
    return [Keys.albumName ~>> selectedAlbum?.name ?? "none"]
  }
}

@MainActor final class Analytics {
  let startTime = NSDate()
  // snippet: service
  let mixpanel = Mixpanel.sharedInstanceWithToken("<token>")

  init() {
    Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
    setupTrackableChain()  // allows self to be part of the trackable chain
  }

  func trackEventToMixpanel(eventName: String, trackedProperties: [String: AnyObject]) {
    mixpanel.track(eventName, properties: trackedProperties)
  }
}

// snippet: session
extension Analytics: TrackableClass {
  var trackedProperties: Set<TrackedProperty> {
    return [Keys.App.uptime ~>> NSDate().timeIntervalSinceDate(startTime)]
  }
}

@MainActor final class AppDelegate {
  func applicationDidFinishLaunching() {
    // snippet: parent of all
    setupTrackableChain(parent: analytics)
  }

  func applicationDidBecomeActive() {
    track(Events.App.didBecomeActive)
  }
}

extension AppDelegate: TrackableClass {}

/// The app of the article, before the migration.
package enum FirstTrackable {
  /// Starts the app, selects an album and rates it; then, with nothing selected any more, once again.
  @MainActor package static func play() {
    Trackable.$chain.withValue(Trackable.Chain()) {
      let delegate = AppDelegate()
      delegate.applicationDidFinishLaunching()
      delegate.applicationDidBecomeActive()
      let list = AlbumListTVC()
      list.setupTrackableChain([Keys.previousVC ~>> "Beatle list"], parent: delegate)
      list.select(Album(name: "Imagine"))
      let detail = AlbumDetailVC()
      list.prepareForSegue(segue: UIStoryboardSegue(destination: detail), sender: list)
      detail.didPressButton(sender: detail.yesButton)
      list.selectedAlbum = nil
      detail.didPressButton(sender: detail.noButton)
    }
  }
}
