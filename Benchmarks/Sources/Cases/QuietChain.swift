import Trackable

/// Tracks where nobody listens, and knows whether it was asked for anything.
package final class QuietChain {
  private let object = Asked()
  /// How often a property was asked for.
  package var timesAsked: Int { object.timesAsked }

  @inline(never) package init() {
    object.setupTrackableChain(trackedProperties: [AlbumKeys.appVersion ~>> "1.0"])
  }

  /// The loop is part of what is measured; a call through a closure for each event would cost more than the event.
  @inline(never) package func track(times: Int) {
    for _ in 0..<times {
      object.track(AlbumEvent.rated, trackedProperties: [AlbumKeys.userLikesAlbum ~>> object.answer()])
    }
  }
}

private final class Asked: TrackableClass {
  var timesAsked = 0

  func answer() -> Bool {
    timesAsked += 1
    return true
  }

  var trackedProperties: TrackedProperties { AlbumKeys.isRemastered ~>> answer() }
}
