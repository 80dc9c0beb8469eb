import Foundation
import VendorStandIns
import Trackable

// The class at the end of all chains, after the migration: a root, with a closure as the tracker.

enum Events {
  enum App: String, Event { case started }
}

enum Keys: String, Key {
  case albumName

  enum App: String, Key { case uptime }
}

final class Analytics: TrackableClass, Sendable {
  let startTime = Date()
  var trackedProperties: TrackedProperties {
    Keys.App.uptime ~>> Date().timeIntervalSince(startTime)
  }
}

enum TrackableMigrated {
  static func play() {
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
