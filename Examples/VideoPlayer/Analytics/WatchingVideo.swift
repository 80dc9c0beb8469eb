import TrackableValuePropositions

/// Why people use this app: to watch.
struct WatchingVideo: ValueProposition {
  let name = "watchingVideo"
  let attributes: Attributes
  let endsInBackground: Bool

  struct Attributes: AnalyticsEventAttributes {
    let videoName: String
    let language: String
    let duration: Int
  }

  /// Attributes that are known only at the end.
  struct Completion: AnalyticsEventAttributes {
    let secondsSkipped: Int
  }

  init(_ clip: Clip) {
    attributes = Attributes(videoName: clip.title, language: clip.language, duration: clip.duration)
    endsInBackground = !clip.isAudio
  }
}

extension ValuePropositionTrigger {
  /// A button at the headphones. The app cannot see whether pressing it makes sense.
  static let headphones: Self = "headphones"
}
