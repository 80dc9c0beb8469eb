import Trackable

/// Tracks events that no tracker wants, and counts how often its properties are computed.
package final class QuietChain {
  private let object = Asked()
  /// How often a property was computed.
  package var timesAsked: Int { object.timesAsked }

  @inline(never) package init() {
    object.setupTrackableChain(trackedProperties: [AlbumKeys.appVersion ~>> "1.0"])
  }

  /// The loop is measured, too, because calling a closure for each event would cost more than the event.
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
