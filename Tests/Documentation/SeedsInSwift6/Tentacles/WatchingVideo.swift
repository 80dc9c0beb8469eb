// swift-format-ignore-file
// The blocks of the README of Tentacles.

import VendorStandIns
import TrackableMigration

// As it stands there, the names do not agree: `attribute` and `attributes`, `double` and `duration`.
struct WatchingVideo: ValueProposition {
    let name: String = "watchingVideo"
    let attributes: Attributes
    init(attributes: Attributes) {
        self.attributes = attributes
    }
}

extension WatchingVideo {
    struct Attributes: AnalyticsEventAttributes {
        let videoName: String
        let language: String
        let duration: Double // in seconds
    }
}

struct WatchingVideoCompletionAttributes: AnalyticsEventAttributes {
    let secondsSkipped: Double
    let userCommented: Bool
}

// Left out
struct Firebase: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { FirebaseAnalytics.logEvent(event.name, parameters: event.properties.dictionary) }
    func report(_ error: any Error, at location: CodeLocation) { Crashlytics.record(error: error) }
}

/// Watches a video, pauses once, tries to open it again, and completes it.
public func playTentacles() {
    let tracker: AnalyticsEventTracker = Firebase()

    let attributes = WatchingVideo.Attributes(
        videoName: "Learning Swift",language: "English",duration: 3240)
    let watchingVideo = WatchingVideo(attributes: attributes)
    let action = ValuePropositionAction(status: .open, trigger: .clicked)
    tracker.track(for: watchingVideo, with: action)

    tracker.track(for: watchingVideo, with: .pause())
    tracker.track(for: watchingVideo, with: .start())
    tracker.track(for: watchingVideo, with: .pause())
    tracker.track(for: watchingVideo, with: .start())

    let completionAttributes = WatchingVideoCompletionAttributes(
        secondsSkipped: 300, userCommented: false)
    tracker.track(for: watchingVideo, with:.complete(trigger: .automatically,attributes: completionAttributes))
}
