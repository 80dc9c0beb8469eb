// The left column of MigratingFromTentacles.md: short quotes from the README of Tentacles, typing errors corrected.

import VendorStandIns

extension Tentacles {
  // snippet: proposition
  struct WatchingVideo: ValueProposition {
    let name: String = "watchingVideo"
    let attributes: Attributes
    init(attributes: Attributes) {
      self.attributes = attributes
    }
  }
}

extension Tentacles.WatchingVideo {
  struct Attributes: Tentacles.AnalyticsEventAttributes {
    let videoName: String
    let language: String
    let duration: Double  // in seconds
  }
}

extension Tentacles {
  // snippet: completion
  struct WatchingVideoCompletionAttributes: AnalyticsEventAttributes {
    let secondsSkipped: Double
    let userCommented: Bool
  }

  /// The README's example, before the migration, with a pause and a step that is prohibited.
  package static func play() {
    let tracker = Tracker()
    // snippet: open
    let attributes = WatchingVideo.Attributes(
      videoName: "Learning Swift", language: "English", duration: 3240)
    let watchingVideo = WatchingVideo(attributes: attributes)
    let action = ValuePropositionAction(status: .open, trigger: .clicked)
    tracker.track(for: watchingVideo, with: action)

    tracker.track(for: watchingVideo, with: .pause())
    // snippet: start
    tracker.track(for: watchingVideo, with: .start())

    tracker.track(for: watchingVideo, with: .pause())
    tracker.track(for: watchingVideo, with: .start())
    // snippet: complete
    let completionAttributes = WatchingVideoCompletionAttributes(
      secondsSkipped: 300, userCommented: false)
    tracker.track(for: watchingVideo, with: .complete(trigger: .automatically, attributes: completionAttributes))
  }
}
