import VendorStandIns
import Trackable
import TrackableApp
import TrackableValuePropositions

// The design's published example after the migration: all words are new.

enum TentaclesMigrated {
  struct WatchingVideo: ValueProposition {
    let name: String = "watchingVideo"
    let attributes: Attributes
    init(attributes: Attributes) {
      self.attributes = attributes
    }
  }
}

extension TentaclesMigrated.WatchingVideo {
  struct Attributes: AnalyticsEventAttributes {
    let videoName: String
    let language: String
    let duration: Double  // in seconds
  }
}

extension TentaclesMigrated {
  struct WatchingVideoCompletionAttributes: AnalyticsEventAttributes {
    let secondsSkipped: Double
    let userCommented: Bool
  }

  struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      FirebaseAnalytics.logEvent(event.name, parameters: event.properties.dictionary)
    }

    func report(_ error: any Error, at location: CodeLocation) {
      Crashlytics.record(error: error)
    }
  }

  static func makeTracker() -> TrackingContext {
    let app = TrackableApp(visits: VisitPolicy(away: .seconds(1_800)))
    TrackableSystem.bootstrap(Firebase().renaming(keys: .custom { earlierTimeKey($0) }), root: app)
    app.start()
    // UIKit tells it on a device.
    TrackableSystem.applicationWillEnterForeground()
    let tracker = TrackingContext()
    return tracker
  }

  /// `started_1`, as it is sent by a session, becomes `start_1`, as the dashboards know it.
  static func earlierTimeKey(_ key: String) -> String {
    for (now, before) in [("opened", "open"), ("started", "start"), ("paused", "pause")]
    where key == now || key.hasPrefix(now + "_") {
      return before + key.dropFirst(now.count)
    }
    return key
  }

  /// The README's example, after the migration, with a pause and a step that is prohibited.
  static func play() {
    let tracker = makeTracker()
    let attributes = WatchingVideo.Attributes(
      videoName: "Learning Swift", language: "English", duration: 3240)
    let watchingVideo = WatchingVideo(attributes: attributes)
    let action = ValuePropositionAction(status: .open, trigger: .clicked)
    tracker.track(for: watchingVideo, with: action)

    tracker.track(for: watchingVideo, with: .pause(trigger: .clicked))
    tracker.track(for: watchingVideo, with: .start(trigger: .clicked))

    tracker.track(for: watchingVideo, with: .pause(trigger: .clicked))
    tracker.track(for: watchingVideo, with: .start(trigger: .clicked))
    let completionAttributes = WatchingVideoCompletionAttributes(
      secondsSkipped: 300, userCommented: false)
    tracker.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: completionAttributes))
  }

  /// The same with a handle, which finds its session also where two are open.
  static func playWithHandle() {
    let tracker = makeTracker()
    let watchingVideo = WatchingVideo(
      attributes: WatchingVideo.Attributes(videoName: "Learning Swift", language: "English", duration: 3240))
    let session = tracker.open(watchingVideo, trigger: .clicked)
    session.start(trigger: .clicked)
    session.cancel(trigger: .clicked)
  }
}
